//go:build unix

package mcp

import (
	"os/exec"
	"syscall"
)

// ownGroup has cmd lead a process group, so that all it starts can be ended with it. When our own process is
// killed, its end of the pipe closes, at which servers end.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// askGroup asks the group of cmd to end. A group that is gone is not a fault.
func askGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

// killGroup ends the group of cmd.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
