#!/usr/bin/env bash
# Packs the desktop bundle: build_mcpb.sh [OUT.mcpb]. Needs git and node (npx fetches the packer); set MCPB to use another one.
# Only files that git tracks go in: no tests, no caches, no vault.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-dist/opencouncil.mcpb}
mkdir -p "$(dirname "$out")"
out=$(cd "$(dirname "$out")" && pwd)/$(basename "$out")
read -r -a mcpb <<<"${MCPB:-npx --yes @anthropic-ai/mcpb@2.1.2}"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

git ls-files -z -- opencouncil mcp_server pipeline hop_controller prompts vault pyproject.toml README.md LICENSE \
  | tar --null --files-from=- -cf - | tar -xf - -C "$stage"
cp mcpb/manifest.json mcpb/server.py mcpb/icon.png mcpb/PRIVACY.md "$stage"/

"${mcpb[@]}" validate "$stage/manifest.json"
"${mcpb[@]}" pack "$stage" "$out"
