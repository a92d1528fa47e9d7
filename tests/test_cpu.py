"""Which build of the native core is loaded."""

import platform
from importlib import import_module
from pathlib import Path

import pytest

CPUINFO = Path("/proc/cpuinfo")
# What x86-64-v3 demands, as Linux writes it, which leaves out AVX where it does not save its registers.
V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}


@pytest.mark.skipif(
    not CPUINFO.exists() or platform.machine() != "x86_64", reason="asks Linux about an x86-64"
)
def test_v3_is_chosen_where_the_cpu_has_all_of_it() -> None:
    flags = next(x for x in CPUINFO.read_text().splitlines() if x.startswith("flags")).split()
    assert import_module("kishi._native._cpu").best() == ("v3" if set(flags) >= V3 else "v2")
