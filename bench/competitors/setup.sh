#!/usr/bin/env bash
# setup.sh DIR puts the engines we compare with into DIR: a Python environment with llguidance and
# XGrammar, and a runner for llama.cpp's sampler as Ollama links it. Some 200 MB and, the first time,
# five minutes of compiling. It needs Debian with root for three packages, Go, gcc, g++ and Python.
#
# XGrammar's package asks for PyTorch, some gigabytes with a GPU stack, to hold its masks in. It is
# installed without; runner.py gives it NumPy arrays instead.
set -euo pipefail
dir=${1:?usage: setup.sh DIR}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$dir/include"
dir=$(cd "$dir" && pwd)

missing=()
for p in nlohmann-json3-dev libstb-dev jq; do
	dpkg -s "$p" >/dev/null 2>&1 || missing+=("$p")
done
if [ ${#missing[@]} -gt 0 ]; then
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"
fi

[ -x "$dir/python/bin/python" ] || python3 -m venv "$dir/python"
"$dir/python/bin/pip" install -q numpy==2.4.6 llguidance==1.9.1 typing_extensions \
	pydantic pydantic_core annotated-types typing-inspection
"$dir/python/bin/pip" install -q --no-deps apache-tvm-ffi==0.1.15.post2 xgrammar==0.2.8

# Module zips leave out vendor folders, and with them a header that another module has. Asked for in
# DIR, so that no go.mod changes.
malgo=$(cd "$dir" && go mod download -json github.com/gen2brain/malgo@v0.11.24 | jq -r .Dir)
ln -sfn "$malgo" "$dir/include/miniaudio"
cd "$here/.."
CGO_CPPFLAGS="-I$dir/include" go build -tags llamacpp -o "$dir/llamacpp" ./competitors/llamacpp
echo "ready: go run ./sidebyside -tools $dir"
