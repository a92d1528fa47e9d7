"""Limits as people write them: ``100ms``, ``cpu=100ms``, ``nodes=10000``, ``depth=4``, ``60s+0.6s``.

One spelling for each limit, so that it can name the conditions of a match.
"""

import re

from ..core import Limit
from ..errors import BadInput, nearest

HOW = (
    "write 100ms or 1s (by the clock), cpu=100ms (of CPU time), nodes=10000, depth=4, "
    "60s+0.6s (for the game), or several with commas"
)
UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}
MOST = 10**15
_TIME = r"(\d+(?:\.\d*)?|\.\d+)(ms|s|m)"


def parse_limit(text: str) -> Limit:
    """The limit written; BadInput says how one is."""
    given: dict[str, float | int | tuple[float, float]] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        for name, value in _part(part).items():
            if name in given:
                raise BadInput(f"limit '{text[:60]}' gives {name} twice")
            given[name] = value
    if "cpu" in given and given.keys() & {"seconds", "clocks"}:
        raise BadInput(
            f"limit '{text[:60]}' counts time both by the clock and by the CPU: give one"
        )
    return Limit(**given)  # type: ignore[arg-type]


def _part(part: str) -> dict[str, float | int | tuple[float, float]]:
    if clock := re.fullmatch(rf"{_TIME}\+{_TIME}", part):
        seconds = _seconds(clock[1], clock[2], part)
        return {"clocks": (seconds, seconds), "increment": float(clock[3]) * UNITS[clock[4]]}
    if time := re.fullmatch(_TIME, part):
        return {"seconds": _seconds(time[1], time[2], part)}
    if cpu := re.fullmatch(rf"cpu={_TIME}", part):
        return {"cpu": _seconds(cpu[1], cpu[2], part)}
    name, equals, number = part.partition("=")
    if equals and name == "cpu":
        raise BadInput(f"cpu is a time with its unit, such as 100ms, 1s or 2m; got '{number[:60]}'")
    if equals and name in ("nodes", "depth"):
        if not re.fullmatch("[0-9]{1,16}", number) or not 0 < int(number) <= MOST:
            raise BadInput(f"{name} is a whole number above 0; got '{number[:60]}'")
        return {name: int(number)}
    if re.fullmatch(r"[0-9.]+", part):
        raise BadInput(f"limit '{part[:60]}' has no unit: {HOW}")
    near = nearest(name, ["cpu", "nodes", "depth"]) if equals else ""
    raise BadInput(f"no limit '{part[:60]}'{near or f': {HOW}'}")


def _seconds(number: str, unit: str, part: str) -> float:
    seconds = round(float(number) * UNITS[unit], 9)
    if not 0 < seconds <= 10**7:
        raise BadInput(f"limit '{part[:60]}' is no time to think in: {HOW}")
    return seconds


def limit_text(limit: Limit) -> str:
    """The limit as `parse_limit` reads it; empty for none."""
    parts = []
    if limit.clocks is not None:
        parts.append(f"{_time_text(limit.clocks[0])}+{_time_text(limit.increment)}")
    if limit.seconds is not None:
        parts.append(_time_text(limit.seconds))
    if limit.cpu is not None:
        parts.append(f"cpu={_time_text(limit.cpu)}")
    parts += [f"nodes={limit.nodes}"] if limit.nodes is not None else []
    parts += [f"depth={limit.depth}"] if limit.depth is not None else []
    return ",".join(parts)


def _time_text(seconds: float) -> str:
    return f"{seconds:g}s" if seconds >= 1 or seconds == 0 else f"{round(seconds * 1000, 6):g}ms"
