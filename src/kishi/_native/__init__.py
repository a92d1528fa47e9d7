"""Load the native core built for this CPU. ``KISHI_ISA`` picks one by name, for tests."""

import importlib
import os

from . import _cpu

isa = os.environ.get("KISHI_ISA") or _cpu.best()
try:
    _core = importlib.import_module(f"{__name__}.{isa}._core")
except ModuleNotFoundError:
    raise ImportError(f"KISHI_ISA={isa}: no such build; unset it, or use v2 or v3") from None
globals().update({name: value for name, value in vars(_core).items() if name[0] != "_"})
