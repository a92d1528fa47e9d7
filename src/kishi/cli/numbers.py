"""Numbers as options have them: the help tells what somebody may want to know of their bounds."""

import click

FAR = 10_000  # a bound as far off is nobody's concern


class Integer(click.IntRange):
    """An integer; the help tells only bounds that somebody might meet."""

    name = "number"

    def _describe_range(self) -> str:
        return _bounds(self.min, self.max)


class Real(click.FloatRange):
    """Any number, likewise."""

    name = "number"

    def _describe_range(self) -> str:
        return _bounds(self.min, self.max)


def _bounds(low: float | None, high: float | None) -> str:
    return f"at least {low:g}" if high is None or high >= FAR else f"{low:g} to {high:g}"
