"""How the players of a contest behaved: what their moves cost, and which games they threw away.

A forfeit is a game lost otherwise than by the rules or by resigning: it says something about a program,
a machine or a limit, and little about strength. So it is told wherever a result is.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from ..core import Verdict
from ..locale import ENGLISH, Words
from ..store import Effort, PackedGame, PackedGames

K = TypeVar("K", bound=Hashable)  # by which a contest knows its players

UNEQUAL = 0.1  # a difference in CPU time, above which the comparison is not quite fair
THOUGHT = 1e-4  # seconds of CPU time a move: who takes less does not think, and more would not help
# A program that forfeits so many games, and so large a part of them, is not worth more games.
MOST_FORFEITS, MOST_PART = 5, 0.5

# Of reasons that begin so; what begins otherwise is a refusal: the program said that it will not play.
_ON_BOARD = ("resigned", "too long")
_PLAIN = ("time", "illegal move")  # reasons that say no more than their kind
_KINDS = {
    "time": ("time", "gave no answer in time", "does not read its input"),
    "crash": ("crashed", "ended without", "flooded", "was closed", "cannot be started", "'"),
    "illegal": ("illegal move", "answered", "claimed", "said"),
}
KINDS = (*_KINDS, "refusal")


def forfeit_kind(reason: str | None) -> str | None:
    """Which forfeit a game's reason is; None where there was none."""
    if reason is None or reason.startswith(_ON_BOARD):
        return None
    return next((kind for kind, begins in _KINDS.items() if reason.startswith(begins)), "refusal")


def loser(verdict: int, swapped: bool) -> int:
    """Which of a pairing lost a decided game: 0 is a, 1 is b, who moves first where it is swapped."""
    second_lost = verdict == Verdict.FIRST_WINS.value
    return int(second_lost != swapped)


class Forfeit(NamedTuple):
    """A game thrown away."""

    kind: str
    reason: str


@dataclass(slots=True)
class Conduct(Generic[K]):
    """Of all players of a contest."""

    efforts: dict[K, Effort] = field(default_factory=dict)
    forfeits: dict[K, Counter[Forfeit]] = field(default_factory=dict)

    def add(
        self, pair: tuple[K, K], games: Iterable[PackedGame], effort: Sequence[Effort] = ()
    ) -> None:
        """Games of a pairing, and what they cost a and b."""
        for player, spent in zip(pair, effort, strict=False):
            self.spent(player, spent)
        if isinstance(games, PackedGames) and not any(games.reasons):
            return
        for game in games:
            if game.reason is not None:
                self.ended(pair[loser(game.verdict, game.swapped)], game.reason)

    def spent(self, player: K, effort: Effort) -> None:
        self.efforts[player] = self.effort(player) + effort

    def ended(self, player: K, reason: str, games: int = 1) -> None:
        """Games that the player lost, or one of them drew, for a reason outside the rules."""
        if kind := forfeit_kind(reason):
            self.forfeits.setdefault(player, Counter())[Forfeit(kind, reason)] += games

    def effort(self, player: K) -> Effort:
        return self.efforts.get(player, Effort())

    def counts(self, player: K) -> dict[str, int]:
        """Forfeits by their kind."""
        found = Counter[str]()
        for forfeit, games in self.forfeits.get(player, Counter()).items():
            found[forfeit.kind] += games
        return {kind: found[kind] for kind in KINDS if found[kind]}

    def reasons(self, player: K) -> list[str]:
        """As the games have them, the most frequent first, where they say more than the kind."""
        found = self.forfeits.get(player, Counter()).most_common()
        return [forfeit.reason for forfeit, _ in found if forfeit.reason not in _PLAIN]

    def text(self, player: K, words: Words = ENGLISH) -> str:
        """`3 on time, 1 by crashing: crashed (SIGSEGV)`; empty without a forfeit."""
        counts = self.counts(player)
        told = ", ".join(words(f"forfeit_{kind}", n=games) for kind, games in counts.items())
        why = "; ".join(self.reasons(player)[:3])
        return f"{told}: {why}" if why else told


def effort_text(effort: Effort, words: Words = ENGLISH) -> str:
    """`99.8 ms CPU, 100 ms wall, 1,540,000 nodes/s, depth 12.3`"""
    if not effort.moves:
        return words("t_not_measured")
    parts = [words("t_cpu", time=time_text(effort.cpu_a_move)) + _early(effort, words)]
    parts += [words("t_wall", time=time_text(effort.seconds_a_move))]
    if effort.nodes and effort.cpu:
        parts += [words("t_nodes_a_second", n=f"{effort.nodes_a_second:,.0f}")]
    parts += [words("depth", depth=f"{effort.mean_depth:.1f}")] if effort.depth else []
    return ", ".join(parts)


def _early(effort: Effort, words: Words) -> str:
    """Why the mean is below the limit: answers that needed no thought."""
    if not effort.early or effort.early == effort.moves:
        return ""
    full, early = time_text(effort.cpu_a_full_move), effort.early / effort.moves
    return words("t_early", full=full, share=f"{early:.0%}")


def cpu_text(effort: Effort) -> str:
    """CPU time a move; empty where none was measured."""
    return time_text(effort.cpu_a_move) if effort.cpu else ""


def time_text(seconds: float) -> str:
    """`1.25 s`, `99.8 ms`, `3 µs`"""
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-4 else f"{seconds * 1e6:.3g} µs"


def unequal(names: tuple[str, str], efforts: tuple[Effort, Effort], words: Words = ENGLISH) -> str:
    """A line that says so, where one of two players had clearly more CPU time a move; else empty."""
    times = [effort.cpu_a_move for effort in efforts]
    less, more = (0, 1) if times[0] <= times[1] else (1, 0)
    if times[less] <= 0 or times[more] <= (1 + UNEQUAL) * times[less] or times[more] < THOUGHT:
        return ""
    factor = times[more] / times[less]
    share, n = f"{factor - 1:.0%}", f"{factor:,.3g}"
    by = words("t_by_more", share=share) if factor < 3 else words("t_by_times", n=n)
    long, short = time_text(times[more]), time_text(times[less])
    said = words("t_unequal", more=names[more], less=names[less], by=by, long=long, short=short)
    if not any(effort.early for effort in efforts):
        return words("t_unequal_plain", said=said)
    full = [time_text(effort.cpu_a_full_move) for effort in efforts]
    return words("t_unequal_full", said=said, long=full[more], short=full[less])


def hopeless(conduct: Conduct[K], player: K, games: int) -> bool:
    """Has the player thrown away so many of its games that no more should be played?"""
    thrown = sum(conduct.counts(player).values())
    return thrown >= MOST_FORFEITS and thrown >= MOST_PART * games
