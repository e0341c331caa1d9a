#!/usr/bin/env bash
# Builds wheel and sdist, installs each into an empty environment, runs the demo and imports every module.
# check_install.sh [PYTHON]; takes a few minutes and needs what pip needs to find the dependencies.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
python=${1:-python3}
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1
unset PYTHONPATH OPENCOUNCIL_VAULT GEMINI_API_KEY GOOGLE_API_KEY
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m venv "$work/builder"
"$work/builder/bin/pip" install -q build
"$work/builder/bin/python" -m build --outdir "$work/dist" "$root" >"$work/build.log" 2>&1 || { cat "$work/build.log" >&2; exit 1; }

for artefact in "$work"/dist/*.whl "$work"/dist/*.tar.gz; do
  echo "== $(basename "$artefact")"
  rm -rf "$work/clean" "$work/elsewhere"
  mkdir "$work/elsewhere"
  "$python" -m venv "$work/clean"
  "$work/clean/bin/pip" install -q "$artefact"
  "$work/clean/bin/pip" check
  (
    cd "$work/elsewhere"
    "$work/clean/bin/opencouncil" --version
    "$work/clean/bin/opencouncil" demo >"$work/demo.txt"
    tail -n 1 "$work/demo.txt"
    "$work/clean/bin/python" -I -W error::SyntaxWarning "$root/scripts/import_all.py"
  )
done
echo "wheel and sdist install, run and import"
