"""Limits as text, both ways."""

import pytest

from kishi import Limit
from kishi.arena.limits import limit_text, parse_limit
from kishi.errors import BadInput


@pytest.mark.parametrize(
    ("text", "limit", "again"),
    [
        ("", Limit(), ""),
        ("100ms", Limit(seconds=0.1), "100ms"),
        ("0.1s", Limit(seconds=0.1), "100ms"),
        ("1s", Limit(seconds=1), "1s"),
        ("2m", Limit(seconds=120), "120s"),
        ("cpu=100ms", Limit(cpu=0.1), "cpu=100ms"),
        ("cpu=1.5s,depth=9", Limit(cpu=1.5, depth=9), "cpu=1.5s,depth=9"),
        ("nodes=10000", Limit(nodes=10000), "nodes=10000"),
        ("depth=4", Limit(depth=4), "depth=4"),
        ("60s+0.6s", Limit(clocks=(60, 60), increment=0.6), "60s+600ms"),
        ("5m+0s", Limit(clocks=(300, 300)), "300s+0s"),
        ("depth=4, nodes=100,1.5s", Limit(seconds=1.5, nodes=100, depth=4), None),
    ],
)
def test_limits_are_read_and_written(text: str, limit: Limit, again: str | None) -> None:
    assert parse_limit(text) == limit
    assert parse_limit(limit_text(limit)) == limit
    if again is not None:
        assert limit_text(limit) == again


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fast", "no limit 'fast'"),
        ("node=5", "did you mean 'nodes'"),
        ("10", "limit '10' has no unit: write 100ms or 1s"),
        ("0s", "no time"),
        ("-1s", "no limit"),
        ("0s+1s", "no time"),
        ("nodes=", "whole number"),
        ("nodes=0", "whole number"),
        ("nodes=1e3", "whole number"),
        ("depth=٣", "whole number"),
        ("1s,2s", "twice"),
        ("nodes=1,nodes=2", "twice"),
        ("cpu=5", "cpu is a time with its unit, such as 100ms, 1s or 2m; got '5'"),
        ("cpu=abc", "cpu is a time with its unit, .*; got 'abc'"),
        ("cpu=", "got ''"),
        ("cpus=1s", "did you mean 'cpu'"),
        ("cpu=1s,100ms", "both by the clock and by the CPU"),
        ("60s+1s,cpu=100ms", "both by the clock and by the CPU"),
    ],
)
def test_mistakes_are_explained(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        parse_limit(text)
