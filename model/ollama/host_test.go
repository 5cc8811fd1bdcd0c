package ollama

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/ollama/ollama/envconfig"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func mustParse(t *testing.T, host string) *url.URL {
	t.Helper()
	u, _, err := ParseHost(host)
	require.NoError(t, err)
	return u
}

// hosts are the rows of TestParseHost and the seeds of FuzzParseHost.
var hosts = []struct {
	value, want string
	warns       bool
}{
	{"", "http://127.0.0.1:11434", false},
	{"h", "http://h:11434", false},
	{"'h'", "http://h:11434", false},
	{`"h"`, "http://h:11434", false},
	{" h ", "http://h:11434", false},
	{"h:1234", "http://h:1234", false},
	{":1234", "http://:1234", false},
	{"http://h", "http://h:80", false},
	{"https://h", "https://h:443", false},
	{"https://h/path", "https://h:443/path", false},
	{"http://h:1/a/b", "http://h:1/a/b", false},
	{"h/path", "http://h:11434/path", false},
	{"ollama.com", "https://ollama.com:443", false},
	{"http://ollama.com", "http://ollama.com:80", false},
	{"::1", "http://[::1]:11434", false},
	{"[::1]", "http://[::1]:11434", false},
	{"[::1]:5", "http://[::1]:5", false},
	{"[fe80::1%eth0]:5", "http://[fe80::1%25eth0]:5", false},
	{"h:99999", "http://h:11434", true},
	{"https://h:x", "https://h:443", true},
	{"h:", "http://h:11434", true},
	{"0.0.0.0", "http://127.0.0.1:11434", false},
	{"0.0.0.0:5", "http://127.0.0.1:5", false},
	{"[::]", "http://[::1]:11434", false},
	{"[::]:5", "http://[::1]:5", false},
}

func TestParseHost(t *testing.T) {
	for _, row := range hosts {
		u, warning, err := ParseHost(row.value)
		require.NoError(t, err, "ParseHost(%q)", row.value)
		assert.Equal(t, row.want, u.String(), "ParseHost(%q)", row.value)
		assert.Equal(t, row.warns, warning != "", "ParseHost(%q) warns %q", row.value, warning)
	}
	_, warning, _ := ParseHost("h:99999")
	assert.Equal(t, `ollama: "99999" is not a port, 11434 is used`, warning)
}

func TestParseHostRefuses(t *testing.T) {
	for _, value := range []string{"ftp://h", "://h", "h h", "me:secret@h:1", "h:1:2", "h?x",
		"h/?x", "h/a#x", "[::0%#]:5", "h:+5", "Http://h"} {
		u, _, err := ParseHost(value)
		assert.Error(t, err, "ParseHost(%q) = %v", value, u)
	}
	_, _, err := ParseHost("h h")
	assert.EqualError(t, err, `ollama: cannot read the address "h h": write it like 127.0.0.1:11434 or http://name:11434`)
}

// Ollama's own reading is the oracle: wherever we give an address, it gives the same.
func FuzzParseHost(f *testing.F) {
	for _, row := range hosts {
		f.Add(row.value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		u, _, err := ParseHost(value)
		if err != nil {
			return
		}
		again, err := url.Parse(u.String())
		require.NoError(t, err, "%q gives %q", value, u)
		assert.Equal(t, u.Host, again.Host, "%q", value)
		if strings.ContainsRune(value, 0) {
			return // not possible in an environment
		}
		t.Setenv("OLLAMA_HOST", value)
		assert.Equal(t, envconfig.ConnectableHost().String(), u.String(), "%q", value)
	})
}

// TestNothingIsSigned says what becomes of the two ways in which Ollama's own client would send a
// public key and a signature: no request is made.
func TestNothingIsSigned(t *testing.T) {
	for _, row := range []struct{ claim, auth, host, says string }{
		{"OLLAMA_AUTH asks for it", "1", "127.0.0.1:9",
			"OLLAMA_AUTH is set, which has Ollama's own client sign requests with the key of this machine. Nothing is signed here: unset it."},
		{"the host is Ollama's own", "", "ollama.com",
			"https://ollama.com:443 wants requests that are signed with the key of this machine. Nothing is signed here: name " +
				"a server of your own."},
	} {
		t.Run(row.claim, func(t *testing.T) {
			t.Setenv("OLLAMA_AUTH", row.auth)
			_, problem := New("m", Config{Host: row.host})
			_, _, installed := Installed(t.Context(), row.host)
			_, described := Describe(t.Context(), row.host, "m")
			var pulled error
			for _, err := range Pull(t.Context(), row.host, "m") {
				pulled = err
			}
			for _, err := range []error{problem, installed, described, pulled} {
				e, ok := errors.AsType[*AddressError](err)
				require.True(t, ok, "%v", err)
				assert.Equal(t, row.says, e.Misuse())
			}
		})
	}
	t.Run("else there is nothing to refuse", func(t *testing.T) {
		t.Setenv("OLLAMA_AUTH", "0")
		_, err := New("m", Config{Host: "127.0.0.1:9"})
		assert.NoError(t, err)
	})
}
