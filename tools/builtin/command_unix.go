//go:build unix

package builtin

import (
	"os/exec"
	"syscall"
)

// group makes a command and all that it starts end together.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
