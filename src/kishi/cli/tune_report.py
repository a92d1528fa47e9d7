"""What a tuning run has found, as `kishi tune` shows it: by SPSA, or by a screening."""

from collections.abc import Mapping
from typing import Any, Protocol

from ..locale import Words
from ..players.search import tune_text
from ..tuning.run import KeptTuning
from ..tuning.screening import Effect, Screening, expected_beyond
from ..tuning.spsa import SpsaTuning


class Report(Protocol):
    """One way to find values."""

    columns: tuple[str, ...]

    @property
    def player(self) -> str:
        """The search with the values found, ready for `kishi match`, where that is the point."""
        ...

    def rows(self) -> list[tuple[str, ...]]: ...
    def news(self) -> str:
        """What is to be known on the way."""
        ...

    def line(self) -> str:
        """What was found, for the body of a commit."""
        ...

    def values(self) -> Mapping[str, int]:
        """Those that are to play the ones declared."""
        ...

    def details(self) -> dict[str, Any]:
        """For the JSON."""
        ...

    def remark(self, words: Words) -> str:
        """What whoever reads the table must know."""
        ...


def report_of(kept: KeptTuning, beyond: float) -> Report:
    tuning = kept.tuning
    return ScreeningReport(tuning, beyond) if isinstance(tuning, Screening) else SpsaReport(tuning)


class SpsaReport:
    columns: tuple[str, ...] = ("parameter", "declared", "low", "high", "found", "error")
    player = ""

    def __init__(self, tuning: SpsaTuning) -> None:
        self._tuning = tuning

    def rows(self) -> list[tuple[str, ...]]:
        return [
            (p.name, str(p.value), str(p.low), str(p.high), str(f.best), f"± {f.error:.2g}")
            for p, f in zip(self._tuning.plan.parameters, self._tuning.found(), strict=True)
        ]

    def news(self) -> str:
        return ", ".join(map(str, self._tuning.found()))

    def line(self) -> str:
        plan = self._tuning.plan
        played = f"{plan.iterations} iterations of {plan.games} games at {plan.limit}"
        return f"SPSA, {played}, seed {plan.seed}: {self.news()}"

    def values(self) -> dict[str, int]:
        return {p.name: p.best for p in self._tuning.found()}

    def details(self) -> dict[str, Any]:
        return {"found": [{**p._asdict(), "best": p.best} for p in self._tuning.found()]}

    def remark(self, words: Words) -> str:
        del words
        return ""


class ScreeningReport:
    columns: tuple[str, ...] = ("parameter", "declared", "levels", "elo", "error", "proposed")

    def __init__(self, tuning: Screening, beyond: float) -> None:
        self._tuning, self._beyond = tuning, beyond

    @property
    def player(self) -> str:
        values = self.values()
        return f"search:tune={tune_text(values)}" if values else ""

    def rows(self) -> list[tuple[str, ...]]:
        found = self._tuning.effects()
        if not found:
            return [
                (p.name, str(p.value), f"{p.down}, {p.up}", "", "", "")
                for p in self._tuning.plan.parameters
            ]
        return [self._row(effect) for effect in found]

    def _row(self, effect: Effect) -> tuple[str, ...]:
        proposed = str(effect.best) if self._proposed(effect) else ""
        levels = f"{effect.low}, {effect.high}"
        elo, error = f"{effect.elo:+.1f}", f"± {effect.error:.1f}"
        return effect.name, str(effect.before), levels, elo, error, proposed

    def _proposed(self, effect: Effect) -> bool:
        return effect.beyond(self._beyond) and effect.best != effect.before

    def news(self) -> str:
        return ", ".join(str(e) for e in self._tuning.effects() if e.beyond(self._beyond)) or "none"

    def line(self) -> str:
        plan, pairs = self._tuning.plan, len(self._tuning.scores)
        screened = f"screening of {len(plan.parameters)} parameters"
        played = f"{pairs} pairs of games at {plan.limit}, seed {plan.seed}"
        return f"{screened}, {played}, Elo beyond {self._beyond:g} standard errors: {self.news()}"

    def values(self) -> dict[str, int]:
        """In the order in which they are declared."""
        found = {e.name: e.best for e in self._tuning.effects() if self._proposed(e)}
        return {p.name: found[p.name] for p in self._tuning.plan.parameters if p.name in found}

    def details(self) -> dict[str, Any]:
        effects = [{**e._asdict(), "best": e.best} for e in self._tuning.effects()]
        proposed, player = self.values(), self.player or None
        return {"effects": effects, "beyond": self._beyond, "proposed": proposed, "player": player}

    def remark(self, words: Words) -> str:
        number = len(self._tuning.plan.parameters)
        some = len([e for e in self._tuning.effects() if e.beyond(self._beyond)])
        chance = f"{expected_beyond(number, self._beyond):.1f}"
        return words("t_beyond", n=f"{self._beyond:g}", some=some, all=number, chance=chance)
