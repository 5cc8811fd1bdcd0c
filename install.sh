#!/bin/sh
# Installs shortleash, the tutor and the hub for the person who runs it: downloads the archive for this machine, checks
# its SHA-256 against the list of the release, and puts the programs into ~/.local/bin. Nothing else is changed.
#
#	curl -fsSL https://github.com/shortleash/shortleash/releases/latest/download/install.sh | sh
#
# PREFIX is where to (~/.local); VERSION which one (the newest); FROM another place of the files, a URL.
set -eu
version=${VERSION:-0.1.0}
prefix=${PREFIX:-$HOME/.local}
from=${FROM:-https://github.com/shortleash/shortleash/releases/download/v$version}

fail() {
	echo "install.sh: $*" >&2
	exit 1
}

os=$(uname -s | tr '[:upper:]' '[:lower:]')
case $os in
linux | darwin) ;;
*) fail "there is no program for $os here. On Windows: scoop install shortleash.json of the release, or its zip" ;;
esac
case $(uname -m) in
x86_64 | amd64) arch=amd64 ;;
aarch64 | arm64) arch=arm64 ;;
*) fail "there is no program for the processor $(uname -m). With Go: go install github.com/shortleash/shortleash/cmd/shortleash@latest" ;;
esac
name=shortleash-$version-$os-$arch

get() { # get FILE downloads a file of the release
	if command -v curl >/dev/null; then
		curl -fsSL -o "$1" "$from/$1"
	elif command -v wget >/dev/null; then
		wget -q -O "$1" "$from/$1"
	else
		fail "curl or wget is needed"
	fi || fail "$from/$1 cannot be had"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
get SHA256SUMS
get "$name.tar.gz"
grep " $name.tar.gz\$" SHA256SUMS >sum || fail "SHA256SUMS of the release does not list $name.tar.gz"
if command -v sha256sum >/dev/null; then
	sha256sum -c sum >/dev/null 2>&1
else
	shasum -a 256 -c sum >/dev/null 2>&1
fi || fail "$name.tar.gz is not the file of the release: its SHA-256 differs. Nothing was installed"
tar -xzf "$name.tar.gz"
mkdir -p "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions"
for program in shortleash tutor hub; do
	mv "$name/$program" "$prefix/bin/.$program.new"
	mv "$prefix/bin/.$program.new" "$prefix/bin/$program"
done
for program in shortleash tutor; do
	cp "$name/share/man/$program.1.gz" "$prefix/share/man/man1"
	cp "$name/share/completions/$program.bash" "$prefix/share/bash-completion/completions/$program"
done
echo "shortleash $version is in $prefix/bin"
case :$PATH: in
*":$prefix/bin:"*) ;;
*) echo "Add it to the path: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
command -v ollama >/dev/null || echo "A model needs Ollama: https://ollama.com/download, then: ollama pull qwen2.5-coder:1.5b"
