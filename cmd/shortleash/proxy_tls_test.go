package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// certificate returns the files of a certificate for this machine and its key, and who trusts it.
func certificate(t *testing.T) (cert, key string, trust *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	require.NoError(t, err)
	bytes, err := x509.MarshalPKCS8PrivateKey(private)
	require.NoError(t, err)
	parsed, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	trust = x509.NewCertPool()
	trust.AddCert(parsed)
	text := func(kind string, b []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}))
	}
	return file(t, "cert.pem", text("CERTIFICATE", der)), file(t, "key.pem", text("PRIVATE KEY", bytes)), trust
}

func TestAProxySpeaksTLS(t *testing.T) {
	cert, key, trust := certificate(t)
	address, out := proxying(t, "--model", script(t, countBolts), "--tls-cert", cert, "--tls-key", key)
	require.NotEmpty(t, address, out.String())
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trust}}}
	defer client.CloseIdleConnections()
	resp, err := client.Get(address + "/v1/models")
	require.NoError(t, err)
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	assert.Equal(t, http.StatusOK, resp.StatusCode, string(body))
	plain, err := http.Get("http://" + address[len("https://"):] + "/v1/models")
	require.NoError(t, err)
	defer plain.Body.Close()
	assert.Equal(t, http.StatusBadRequest, plain.StatusCode, "without TLS it says nothing")
}
