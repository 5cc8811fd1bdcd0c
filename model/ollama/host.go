package ollama

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/ollama/ollama/envconfig"
	"github.com/shortleash/shortleash/internal/remote"
)

// defaultPort is where Ollama listens when nothing else is said.
const defaultPort = "11434"

// An AddressError says why the address of a server cannot be used.
type AddressError struct{ Message string }

// Error returns the message after the name of the package.
func (e *AddressError) Error() string { return "ollama: " + e.Message }

// Misuse returns the message. This method tells programs that the error is meant for their user.
func (e *AddressError) Misuse() string { return e.Message }

// ParseHost parses the address of a server by Ollama's own rules for OLLAMA_HOST (envconfig/config.go of v0.32.15), so
// that a value means the same to both: "" is http://127.0.0.1:11434, "name" is http://name:11434, but "http://name" is
// port 80. An address that only a listener can use, such as 0.0.0.0, becomes the loopback address of its kind.
//
// A port out of range is replaced by the default, as Ollama does, and warning says so. ParseHost
// fails if Ollama would make an address that cannot be connected to.
func ParseHost(value string) (u *url.URL, warning string, err error) {
	s := strings.TrimSpace(strings.Trim(strings.TrimSpace(value), `"'`))
	scheme, rest, port := splitScheme(s)
	if scheme != "http" && scheme != "https" {
		return nil, "", &AddressError{fmt.Sprintf("cannot reach %q: only http and https are spoken", remote.Shown(value))}
	}
	hostport, path, _ := strings.Cut(rest, "/")
	if strings.Contains(rest, "@") {
		return nil, "", &AddressError{fmt.Sprintf("cannot read the address %q: it names no one to log in as; write it like "+
			"127.0.0.1:11434", remote.Shown(value))}
	}
	host, given, err := net.SplitHostPort(hostport)
	if err != nil { // there is no port, or no address at all
		host, given = "127.0.0.1", port
		if ip := net.ParseIP(strings.Trim(hostport, "[]")); ip != nil {
			host = ip.String()
		} else if hostport != "" {
			host = hostport
		}
	}
	if n, err := strconv.ParseInt(given, 10, 32); err != nil || n > 65535 || n < 0 {
		warning = fmt.Sprintf("ollama: %q is not a port, %s is used", given, port)
		given = port
	}
	if !connectable(host) || strings.ContainsAny(path, "?#") || strings.ContainsAny(given, "+-") { // a signed number is not a port of a URL
		return nil, "", &AddressError{fmt.Sprintf("cannot read the address %q: write it like 127.0.0.1:11434 or http://name:11434",
			remote.Shown(value))}
	}
	return &url.URL{Scheme: scheme, Host: net.JoinHostPort(loopback(host), given), Path: path}, warning, nil
}

// address is ParseHost for a host that is to be contacted. It refuses where Ollama's client would read
// the private key of this machine and send the public one with a signature: a message that says what is
// sent would have to name them, and no local server wants them.
func address(host string) (u *url.URL, warning string, err error) {
	u, warning, err = ParseHost(host)
	switch {
	case err != nil:
		return nil, "", err
	case envconfig.UseAuth():
		return nil, "", &AddressError{"OLLAMA_AUTH is set, which has Ollama's own client sign requests with the key of this " +
			"machine. Nothing is signed here: unset it."}
	case u.Hostname() == "ollama.com":
		return nil, "", &AddressError{u.String() +
			" wants requests that are signed with the key of this machine. Nothing is signed here: name a server of your own."}
	}
	return u, warning, nil
}

// splitScheme returns the scheme, what follows it, and the port to use where none is given.
func splitScheme(s string) (scheme, rest, port string) {
	scheme, rest, found := strings.Cut(s, "://")
	switch {
	case !found && s == "ollama.com":
		return "https", "ollama.com:443", defaultPort
	case !found:
		return "http", s, defaultPort
	case scheme == "http":
		return scheme, rest, "80"
	case scheme == "https":
		return scheme, rest, "443"
	default:
		return scheme, rest, defaultPort
	}
}

// connectable reports whether host is a name or an address: it has none of the characters that
// would end or split the host of a URL. "" is Go's word for this machine.
func connectable(host string) bool {
	if address, err := netip.ParseAddr(host); err == nil {
		host = address.Zone() // the only part of an address that may hold anything
	}
	for _, r := range host {
		if r <= ' ' || r >= 0x7f || strings.ContainsRune(`:/?#@[]%\"<>^|{}`+"`", r) {
			return false
		}
	}
	return true
}

// loopback returns host, or the loopback address of its family if it stands for all addresses.
func loopback(host string) string {
	ip := net.ParseIP(host)
	switch {
	case ip == nil || !ip.IsUnspecified():
		return host
	case ip.To4() != nil:
		return "127.0.0.1"
	default:
		return "::1"
	}
}
