"""What the published papers are checked against: the packages and every environment variable the program reads."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.settings import PREFIX, Settings

__all__ = ["PACKAGES", "ROOT", "known_variables"]

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = frozenset({"opencouncil", "mcp_server", "pipeline", "hop_controller", "prompts", "vault"})
_QUOTED = re.compile(r'"(OPENCOUNCIL_[A-Z_]+|GEMINI_API_KEY|GOOGLE_API_KEY)"')  # '"OPENCOUNCIL_VAULT"'
_READERS = ("mcp_server/config.py", "mcp_server/hosted_models.py", "pipeline/hosted/models.py")


def known_variables() -> set[str]:
    """Every environment variable the program reads: those of the settings and those named in the modules that read."""
    settings = {PREFIX + name.upper() for name in Settings.model_fields}
    return settings.union(*(_QUOTED.findall((ROOT / module).read_text("utf-8")) for module in _READERS))
