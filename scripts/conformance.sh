#!/usr/bin/env bash
# The official MCP conformance suite and the Inspector's lint and load run against this server over HTTP and stdio.
# Not part of the tests: it needs npm. A private Node 22 is fetched into a temporary folder; nothing else is installed.
#   scripts/conformance.sh [PYTHON]     the interpreter opencouncil is installed for; default python3
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
python="${1:-python3}"
work="$(mktemp -d)"
server=""
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm i --no-fund --no-audit --loglevel=error node@22 @modelcontextprotocol/conformance@0.2.0-alpha.12 @modelcontextprotocol/inspector@2.12.0
export PATH="$work/node_modules/.bin:$PATH"
start='from mcp_server.cli.main import main; raise SystemExit(main())'
vault="$work/vault.db"
"$python" -c "$start" demo --keep "$vault" >/dev/null

"$python" -c "$start" --vault "$vault" serve --http 0 2>"$work/address" &
server=$!
until grep -q http "$work/address"; do sleep 0.1; done
url="$(sed 's/.*\(http[^ ]*\).*/\1/' "$work/address" | head -n 1)"
for revision in 2026-07-28 2025-11-25; do
  echo "== conformance $revision"
  conformance server --url "$url" --requirements "$revision" -o "$work/results" \
    --expected-failures "$here/conformance-$revision.yml" | sed -n '/=== SUMMARY/,$p'
done

inspect() { inspector --cli "$python" -c "$start" --vault "$vault" serve ${PYTHONPATH:+-e "PYTHONPATH=$PYTHONPATH"} --format json "$@"; }
echo "== inspector: schema lint"
inspect --method tools/list --strict >"$work/lint" && echo clean
echo "== inspector: load, 10 concurrent over stdio"
inspect --method tools/call --tool-name search_vault --tool-args-json '{"query":"footbridge","limit":2}' \
  --load --load-requests 2000 --load-concurrency 10
