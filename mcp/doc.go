// Package mcp speaks the Model Context Protocol on both sides.
//
// [Connect] starts MCP servers or connects to them, and returns a [Client]. Its tools form a
// [tools.Registry] like any other, so a loop uses them under grammars, rules and budgets. Schemas
// of servers are converted to closed form, as described at [tools.NewRaw]; [Client.Listings] lists
// what that loses, tool by tool. [NewServer] offers a registry, a loop, or both to MCP clients.
//
// Whatever a server does, a call ends in time with one observation: if a server dies, hangs, floods, changes
// its tools or breaks the protocol, the observation is an error with a class of [tools.Error]. Results have
// a maximum size. The process of a server ends with the client, and with the context of Connect.
//
// What a server says about its tools is a hint, not a promise. A tool that is not declared read-only
// needs a person's approval; a tool that is not declared idempotent is not repeated after a crash.
package mcp
