//go:build !unix

package mcp

import "os/exec"

// Where there are no process groups, only the process itself is ended.
func ownGroup(*exec.Cmd) {}

func askGroup(cmd *exec.Cmd) { killGroup(cmd) }

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() } // one that has ended is not a fault
