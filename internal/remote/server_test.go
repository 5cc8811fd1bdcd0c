package remote

import (
	"errors"
	"net"
	"net/url"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/model"
)

func dial(err error) error {
	return &url.Error{Op: "Post", URL: "http://h:1/x", Err: &net.OpError{Op: "dial", Net: "tcp", Err: err}}
}

func TestNetworkFault(t *testing.T) {
	plain, err := url.Parse("http://h:1")
	assert.NoError(t, err)
	secure, err := url.Parse("https://h:1")
	assert.NoError(t, err)
	for claim, row := range map[string]struct {
		base  *url.URL
		err   error
		kind  model.FaultKind
		retry bool
		says  string
	}{
		"nobody listens": {plain, dial(syscall.ECONNREFUSED), model.Unreachable, true,
			"No Llama answers at http://h:1. Feed it, or name another with --host."},
		"a name that nobody has": {plain, dial(&net.DNSError{Err: "no such host", IsNotFound: true}), model.Unreachable,
			false, "No host is called h. Name another with --host."},
		"a name that cannot be asked for": {plain, dial(&net.DNSError{Err: "server misbehaving", IsTemporary: true}),
			model.Unreachable, true,
			"The name h could not be looked up (server misbehaving). Is there a network? Or name another host with --host."},
		"no way there": {plain, dial(syscall.EHOSTUNREACH), model.Unreachable, false,
			"Nothing can be reached at http://h:1 (no route to host). Name another with --host."},
		"a way that takes too long": {plain, dial(syscall.ETIMEDOUT), model.Unreachable, true,
			"Nothing can be reached at http://h:1 (connection timed out). Name another with --host."},
		"it hangs up": {plain, errors.New("EOF"), model.Broken, true,
			"Llama at http://h:1 closed the connection before it answered. Its log says more."},
		"plain http where none is expected": {secure, errors.New("first record does not look like a TLS handshake"),
			model.Unreachable, false,
			"No secure connection to https://h:1 could be made (first record does not look like a TLS handshake). Does it speak plain http?"},
	} {
		f := Server{Name: "Llama", None: "No Llama", Kind: "Llama", Base: row.base, Start: "Feed it", Elsewhere: "--host"}.NetworkFault(row.err)
		assert.Equal(t, row.kind, f.Kind, claim)
		assert.Equal(t, row.retry, f.Retry, claim)
		assert.Equal(t, row.says, f.Message, claim)
		assert.ErrorIs(t, f, row.err, claim)
	}
}

func TestAServersWordsAreQuotedInOneShortLine(t *testing.T) {
	assert.Equal(t, "a b", Quoted(" a\n\tb. "))
	long := Quoted(strings.Repeat("é", 300))
	assert.Equal(t, strings.Repeat("é", 120)+"…", long)
}
