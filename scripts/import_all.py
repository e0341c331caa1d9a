"""Imports every module of the five packages as installed and prints how many there are.

Run it from a folder that holds none of them, or it would look at the checkout. It refuses a package that came from
anywhere but the environment of the interpreter.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

PACKAGES = ("mcp_server", "pipeline", "hop_controller", "prompts", "vault")


def main() -> int:
    """The number of modules on standard output; raises what an import raises."""
    count = 0
    for name in PACKAGES:
        package = importlib.import_module(name)
        place = Path(str(package.__file__))
        if Path(sys.prefix) not in place.parents:
            raise SystemExit(f"{name} comes from {place}, not from the installation in {sys.prefix}")
        found = [module.name for module in pkgutil.walk_packages(package.__path__, f"{name}.")]
        for module in found:
            importlib.import_module(module)
        count += 1 + len(found)
    sys.stdout.write(f"{count} modules imported\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
