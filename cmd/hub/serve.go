package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/internal/bounded"
)

// A serving says how the server runs.
type serving struct {
	store, listen        string
	cert, key, tokenFile string
}

// run serves until a signal comes.
func (s serving) run(ctx context.Context, c *cli.Console) error {
	options, err := s.options()
	if err != nil {
		return err
	}
	if err := writable(s.store); err != nil {
		return err
	}
	hub, err := server.NewServer(options)
	if err != nil {
		return cli.Misuse("cannot start: %v", err)
	}
	hub.SetLoggerV2(natsLog{c}, false, false, false)
	go hub.Start()
	if !hub.ReadyForConnections(10 * time.Second) {
		hub.Shutdown()
		return fmt.Errorf("cannot listen on %s; is a server there already?", s.listen)
	}
	if hub.JetStreamConfig() == nil {
		hub.Shutdown()
		return fmt.Errorf("cannot keep messages in %s", s.store)
	}
	c.Say("hub: %s, messages in %s. Interrupt to stop; nothing is lost.", hub.ClientURL(), s.store)
	stopped := make(chan struct{})
	stop := sync.OnceFunc(func() { close(stopped) })
	release := c.Signals.Listen(stop, stop) // the first one leaves it the time that it needs
	defer release()
	select {
	case <-stopped:
	case <-ctx.Done():
	}
	hub.Shutdown()
	hub.WaitForShutdown()
	return nil
}

// writable says why messages cannot be kept in a folder, which it makes if need be. They hold what learners wrote.
func writable(folder string) error {
	err := os.MkdirAll(folder, 0o700)
	if err == nil {
		err = cli.Writable(filepath.Join(folder, "message"))
	}
	if err != nil {
		return cli.Unwritable(folder, err)
	}
	return nil
}

// options checks the flags and makes the server's settings of them.
func (s serving) options() (*server.Options, error) {
	host, port, err := net.SplitHostPort(s.listen)
	if err != nil {
		return nil, cli.Misuse("--listen is %q; want HOST:PORT", s.listen)
	}
	number, err := strconv.Atoi(port)
	if err != nil || number < 0 || number > 65535 {
		return nil, cli.Misuse("--listen is %q; the port is not a number from 0 to 65535", s.listen)
	}
	if number == 0 {
		number = server.RANDOM_PORT
	}
	o := &server.Options{ServerName: "hub", Host: host, Port: number, JetStream: true, StoreDir: s.store, SyncAlways: true,
		NoSigs: true, MaxPayload: 1 << 20}
	if (s.cert == "") != (s.key == "") {
		return nil, cli.Misuse("--tls-cert and --tls-key belong together")
	}
	if s.cert != "" {
		pair, err := s.pair()
		if err != nil {
			return nil, cli.Misuse("cannot use the certificate: %v", err)
		}
		o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
		o.TLS, o.TLSTimeout = true, 5
	}
	if s.tokenFile != "" {
		text, err := bounded.ReadFile(s.tokenFile, maxSecret)
		if err != nil {
			return nil, cli.Misuse("cannot read the token: %v", cli.Cause(err))
		}
		if o.Authorization = strings.TrimSpace(string(text)); len(o.Authorization) < 16 {
			return nil, cli.Misuse("the token in %s has fewer than 16 characters", s.tokenFile)
		}
	}
	if !loopback(host) && (o.TLSConfig == nil || o.Authorization == "") {
		return nil, cli.Misuse("%s can be reached from other machines, so it wants TLS and a token:\n"+
			"  hub --store %s --listen %s --tls-cert hub.pem --tls-key hub.key --token-file token\n"+
			"Clients then have the token in NATS_TOKEN and say --queue tls://HOST:%s", s.listen, s.store, s.listen, port)
	}
	return o, nil
}

// maxSecret bounds the files of a token, a certificate and its key, in bytes.
const maxSecret = 1_000_000

// pair reads the certificate and its key.
func (s serving) pair() (tls.Certificate, error) {
	cert, err := bounded.ReadFile(s.cert, maxSecret)
	if err != nil {
		return tls.Certificate{}, err
	}
	key, err := bounded.ReadFile(s.key, maxSecret)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(cert, key)
}

// loopback reports whether only this machine reaches host.
func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// A natsLog prints what the server warns of. What it only notes is not for people.
type natsLog struct{ console *cli.Console }

func (l natsLog) Noticef(string, ...any)         {}
func (l natsLog) Debugf(string, ...any)          {}
func (l natsLog) Tracef(string, ...any)          {}
func (l natsLog) Warnf(format string, v ...any)  { l.console.Say("hub: warning: "+format, v...) }
func (l natsLog) Errorf(format string, v ...any) { l.console.Say("hub: "+format, v...) }
func (l natsLog) Fatalf(format string, v ...any) { l.console.Say("hub: "+format, v...) }
