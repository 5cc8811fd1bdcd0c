// Package mcp speaks the Model Context Protocol on both sides.
//
// [Connect] starts or calls MCP servers and returns a [Client]; its tools are a [tools.Registry] like any other,
// so that a loop runs with them under grammars, rules and budgets. Schemas of servers are brought into
// closed form, as [tools.NewRaw] says; [Client.Listings] tells what that loses, tool by tool. [NewServer]
// offers a registry, a loop, or both to MCP clients.
//
// Whatever a server does, a call ends in time with one observation: a server that dies, hangs, floods, changes
// its tools or breaks the protocol is an error in it, of a class that [tools.Error] names. Results are
// bounded. The process of a server ends with the client, and with the context of Connect.
//
// What a server says of its tools is a hint and not a promise. A tool that does not say that it only reads
// needs a person's approval; one that does not say that it is idempotent is not repeated after a crash.
package mcp
