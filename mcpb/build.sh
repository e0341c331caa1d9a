#!/usr/bin/env bash
# Packs the Claude Desktop bundle: mcpb/build.sh OUT.mcpb   (needs npm; fetches @anthropic-ai/mcpb into a temporary folder)
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
out="$(cd "$(dirname "${1:?usage: mcpb/build.sh OUT.mcpb}")" && pwd)/$(basename "$1")"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/bundle"
cp "$root/mcpb/manifest.json" "$root/pyproject.toml" "$root/README.md" "$root/LICENSE" "$work/bundle/"
for package in mcp_server pipeline hop_controller prompts vault; do
  cp -R "$root/$package" "$work/bundle/"
done
find "$work/bundle" -name __pycache__ -prune -exec rm -rf {} +
cd "$work"
npm init -y >/dev/null
npm i --no-fund --no-audit --loglevel=error @anthropic-ai/mcpb@2.1.2
./node_modules/.bin/mcpb validate bundle/manifest.json
./node_modules/.bin/mcpb pack bundle "$out"
