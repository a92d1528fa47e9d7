"""The search's behaviour as numbers: `kishi bench --signature`. A change that alters it says so here."""

from pathlib import Path

from kishi.bench.search import signature

GOLDEN = Path(__file__).parent.parent / "golden" / "search.signature"


def test_the_signature_is_known() -> None:
    lines = [f"{name}: {nodes} {moves}" for name, (nodes, moves) in signature().items()]
    assert lines == GOLDEN.read_text(encoding="utf-8").splitlines()
