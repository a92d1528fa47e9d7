"""What pyproject.toml says is needed, a line each: `python tests/needs.py [EXTRA]`. For the Makefile."""

import sys
import tomllib
from pathlib import Path

about = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
wanted = about["optional-dependencies"][sys.argv[1]] if sys.argv[1:] else about["dependencies"]
print("\n".join(wanted))
