package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A verdict is what came of a mutation.
type verdict string

const (
	killed   verdict = "killed"   // its test failed
	survived verdict = "survived" // its test passed
	stale    verdict = "stale"    // the text is not there, or stands there twice
	broken   verdict = "broken"   // the mutated code does not compile, or the test is not there
)

// testTimeout ends a test that a mutation lets run without end.
const testTimeout = "120s"

// builds are the test programs, in a folder of their own. Overlays keep the working tree as it is.
type builds struct {
	folder   string
	root     string // of the module
	texts    map[string]string
	together map[*mutation]bool // in the common programs
	overlay  string             // of the common programs
	programs map[string]string  // by package
	errs     map[string]error   // of the common programs, by package
	sound    map[string]error   // of the tests without any mutation, by package and pattern
}

func newBuilds() (*builds, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return nil, errors.New("it runs in the root of the module")
	}
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	return &builds{folder: folder, root: root, texts: map[string]string{}, together: map[*mutation]bool{},
		programs: map[string]string{}, errs: map[string]error{}, sound: map[string]error{}}, nil
}

func (b *builds) close() { os.RemoveAll(b.folder) }

// read returns the text of a file.
func (b *builds) read(file string) (string, error) {
	if text, ok := b.texts[file]; ok {
		return text, nil
	}
	text, err := os.ReadFile(filepath.Join(b.root, file))
	b.texts[file] = string(text)
	return string(text), err
}

// prepare writes the overlay in which all mutations stand that can be switched on.
func (b *builds) prepare(list []*mutation) error {
	byFile := map[string][]*mutation{}
	for _, m := range list {
		if strings.HasSuffix(m.file, ".go") {
			byFile[m.file] = append(byFile[m.file], m)
		}
	}
	replaced := map[string]string{}
	for file, mutations := range byFile {
		text, err := b.read(file)
		if err != nil {
			return err
		}
		text, pkg, together, err := switched(file, text, mutations)
		if err != nil {
			return err
		}
		for _, m := range together {
			b.together[m] = true
		}
		replaced[file] = text
		replaced[filepath.Join(filepath.Dir(file), "mutant_switch.go")] = switchFile(pkg)
	}
	var err error
	b.overlay, err = b.writeOverlay("common", replaced)
	return err
}

// writeOverlay writes files that stand in place of those of the module, and returns the path of their list.
func (b *builds) writeOverlay(name string, replaced map[string]string) (string, error) {
	folder := filepath.Join(b.folder, name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	list := map[string]string{}
	for file, text := range replaced {
		path := filepath.Join(folder, strings.ReplaceAll(file, "/", "_"))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return "", err
		}
		list[filepath.Join(b.root, file)] = path
	}
	text, err := json.Marshal(map[string]any{"Replace": list})
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "overlay.json")
	return path, os.WriteFile(path, text, 0o600)
}

// build builds the tests of a package over an overlay.
func (b *builds) build(pkg, overlay, program string) error {
	path := filepath.Join(b.folder, program)
	out, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", path, pkg).CombinedOutput()
	if err != nil {
		return fmt.Errorf("it does not compile: %s", strings.TrimSpace(string(out)))
	}
	return nil
}

// try turns one mutation on and says what came of it.
func (b *builds) try(m *mutation) (verdict, string) {
	text, err := b.read(m.file)
	if err != nil {
		return stale, err.Error()
	}
	mutated, err := m.applied(text)
	if err != nil {
		return stale, err.Error()
	}
	if b.together[m] {
		if _, tried := b.programs[m.pkg]; !tried {
			b.programs[m.pkg] = "common" + strings.ReplaceAll(m.pkg, "/", "_")
			b.errs[m.pkg] = b.build(m.pkg, b.overlay, b.programs[m.pkg])
		}
		if err := b.errs[m.pkg]; err != nil {
			return broken, err.Error()
		}
		if err := b.passes(m); err != nil {
			return broken, err.Error()
		}
		return b.judge(m, b.programs[m.pkg])
	}
	overlay, err := b.writeOverlay(m.id(), map[string]string{m.file: mutated})
	if err == nil {
		err = b.build(m.pkg, overlay, m.id()+".test")
	}
	if err != nil {
		return broken, err.Error()
	}
	return b.judge(m, m.id()+".test")
}

// passes reports why the test of a mutation does not pass without any.
func (b *builds) passes(m *mutation) error {
	key := m.pkg + " " + m.test
	if err, known := b.sound[key]; known {
		return err
	}
	passes, there, err := b.runs(m, b.programs[m.pkg], "")
	switch {
	case err == nil && !there:
		err = fmt.Errorf("%s is not there", m.test)
	case err == nil && !passes:
		err = fmt.Errorf("%s fails without the mutation", m.test)
	}
	b.sound[key] = err
	return err
}

// judge runs the test with the mutation on.
func (b *builds) judge(m *mutation, program string) (verdict, string) {
	passes, there, err := b.runs(m, program, m.id())
	switch {
	case err != nil || !there:
		return broken, fmt.Sprintf("%s is not there (%v)", m.test, err)
	case passes:
		return survived, m.test + " passes"
	}
	return killed, ""
}

// runs runs the test of a mutation, with the mutation id on. there says that there was something to run.
func (b *builds) runs(m *mutation, program, id string) (passes, there bool, err error) {
	c := exec.Command(filepath.Join(b.folder, program), "-test.run", m.pattern(), "-test.count=1", "-test.timeout", testTimeout)
	c.Dir = filepath.Join(b.root, m.pkg)
	c.Env = append(slices.Clone(os.Environ()), environment+"="+id)
	out, err := c.CombinedOutput()
	if strings.Contains(string(out), "no tests to run") {
		return false, false, nil
	}
	if _, failed := errors.AsType[*exec.ExitError](err); failed {
		return false, true, nil
	}
	return err == nil, true, err
}
