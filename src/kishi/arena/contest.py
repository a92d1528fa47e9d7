"""Many games under one set of conditions: which they are, and playing those not yet played.

A match and a tournament are contests: pairings, each of a number of games, kept in one event of the
store. Every game follows from the event's settings, its pairing and its number, so a contest can be
stopped at any moment and gone on with anywhere.
"""

import shlex
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import filterfalse, islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cluster import Cluster
from ..core import Game, Limit, SearchControl, Spec
from ..errors import BadInput, PlayerFailed
from ..players import identified, make_player, repeats
from ..players.registry import meaning
from ..store import Effort, Event, PackedGame, PackedGames, Store, tensors
from ..store.claim import interrupt
from .chance import key, stream
from .conduct import Conduct, hopeless, loser
from .job import RUN, Done, Job, is_native
from .limits import limit_text
from .openings import DistinctOpenings, Opening, Openings, PackedOpenings
from .referee import SlowStarter
from .waiting import send_home

CALL_SECONDS = 0.5  # of work in a job: little is lost when one is, and handing it out costs nothing
# More for many workers: a call to a worker far away costs the driver about 1.3 ms, and it has one
# thread for all of them (docs/cluster.md).
CALL_SECONDS_A_WORKER = 0.005
GROWTH = 8  # at most, from one job of a pairing to the next: the first games may not be typical
MOST_PLIES = 500  # after the opening; only minishogi could be longer
MARGIN = 0.1


class Pairing(NamedTuple):
    """Two players. In games with an odd number, b moves first."""

    a: Spec
    b: Spec

    def __str__(self) -> str:
        return f"{self.a} - {self.b}"


class PairingGames(NamedTuple):
    """Games of one pairing that are now in the store."""

    pairing: Pairing
    games: PackedGames
    efforts: tuple[Effort, Effort] = (Effort(), Effort())  # what the moves of a and of b have cost


class PackedWeights(NamedTuple):
    """Weights as they are sent to workers."""

    id: str
    body: bytes


class Resolved(NamedTuple):
    """Players with the ids of the weights they are made with, and those weights by their names."""

    players: list[Spec]
    weights: dict[str, PackedWeights]


def resolve(game: Game, players: Iterable[Spec]) -> Resolved:
    """Settle what all names of weights mean: a training run that goes on, or one on another machine,
    must not change who is playing."""
    resolved = []
    with meaning({}) as meanings:
        for given in players:
            player, spec = identified(game, given)
            player.close()
            resolved.append(spec)
    found = {name: named.weights for name, named in sorted(meanings.items()) if named}
    packed = {name: PackedWeights(w.id, tensors.pack_weights(w)) for name, w in found.items()}
    return Resolved(resolved, packed)


def must_start(game: Game, players: Iterable[Spec]) -> None:
    """BadInput for a program that does not get as far as being ready for a game."""
    for spec in dict.fromkeys(map(str, players)):
        player = make_player(game, spec)
        try:
            if isinstance(player, SlowStarter):
                player.prepare(SearchControl())
        except PlayerFailed as failure:
            raise BadInput(f"{spec} cannot play: {failure}") from None
        finally:
            player.close()


@dataclass(frozen=True, slots=True)
class Conditions:
    """All that decides how a game goes, but for the players and its number."""

    game: Game
    limit: Limit
    openings: Openings
    seed: int
    weights: Mapping[str, PackedWeights] = field(
        default_factory=dict
    )  # that names of weights stand for
    margin: float = MARGIN
    most_plies: int = MOST_PLIES

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the store keeps of them."""
        settings: dict[str, Any] = {
            "limit": limit_text(self.limit),
            "openings": self.openings.text,
            "seed": self.seed,
            "margin": self.margin,
            "most_plies": self.most_plies,
        }
        if self.weights:
            settings["weights"] = {name: blob.id for name, blob in self.weights.items()}
        return settings

    @property
    def blobs(self) -> dict[str, bytes]:
        """What workers are sent once."""
        return {blob.id: blob.body for blob in self.weights.values()}

    def repeats(self, pairing: Pairing) -> bool:
        """Would two games of the pairing from one opening, with the same side first, be the same?"""
        return all(repeats(self.game, player, self.limit) for player in pairing)

    def games_of(
        self, pairing: Pairing, games: int, distinct: DistinctOpenings | None = None
    ) -> int:
        """How many of these are no repeats of others."""
        if not self.repeats(pairing):
            return games
        distinct = distinct or self.openings.distinct()
        return min(games, 2 * distinct.rounds((games + 1) // 2))

    def job(
        self, pairing: Pairing, numbers: Sequence[int], openings: Openings | None = None
    ) -> Job:
        """The games with these numbers; their openings may be others than usual."""
        played = np.array(numbers, np.int64)
        rounds, round_of = np.unique(played >> 1, return_inverse=True)
        begun, opening_of = _different(openings or self.openings, rounds.tolist())
        return Job(
            game=self.game.name,
            a=str(pairing.a),
            b=str(pairing.b),
            limit=self.limit,
            margin=self.margin,
            most_plies=self.most_plies,
            numbers=played,
            seeds=stream(self._key(pairing), played.astype(np.uint64)),
            openings=begun,
            opening_of=opening_of[round_of],
            weights=tuple((name, blob.id) for name, blob in self.weights.items()),
        )

    def _key(self, pairing: Pairing) -> int:
        """Of texts alone: the same weights by another name for them play the same games."""
        return key("games", self.seed, pairing.a.text, pairing.b.text)

    def native(self, pairings: Sequence[Pairing]) -> bool:
        """Can all the games be played without Python?"""
        return all(is_native(self.job(pairing, ())) for pairing in pairings)


def _different(
    openings: Openings, rounds: Sequence[int]
) -> tuple[PackedOpenings, NDArray[np.int32]]:
    """Each opening of these rounds once, and which of them is that of each round."""
    given = openings.of(rounds)
    if isinstance(openings, DistinctOpenings):
        return PackedOpenings.of(given), np.arange(len(given), dtype=np.int32)
    places: dict[Opening, int] = {}
    at = [places.setdefault(opening, len(places)) for opening in given]
    return PackedOpenings.of(list(places)), np.array(at, np.int32)


def call_seconds(workers: int) -> float:
    """How long a job should take."""
    return max(CALL_SECONDS, CALL_SECONDS_A_WORKER * workers)


@dataclass(slots=True)
class _PairingProgress:
    """How far one pairing has got."""

    pairing: Pairing
    ids: tuple[int, int]  # of the players in the store
    coming: Iterator[int]  # numbers of the games still to be handed out
    left: int  # how many they are
    begun: int  # games handed out or played before
    games: int  # in all
    openings: Openings
    size: int = 1  # of the next job

    def take(self, most: int) -> list[int]:
        taken = list(islice(self.coming, max(1, min(self.size, most))))
        self.begun += len(taken)
        self.left -= len(taken)
        return taken

    def learn(self, done: Done, workers: int) -> None:
        games = len(done.games)
        fitting = games * call_seconds(workers) / max(done.seconds, 1e-6)
        self.size = max(1, int(min(fitting, GROWTH * games)))


@dataclass(slots=True)
class Contest:
    """Pairings of `games` games each, in one event."""

    conditions: Conditions
    pairings: Sequence[Pairing]
    games: int
    store: Store
    event: Event
    _progress: dict[tuple[str, str], _PairingProgress] = field(init=False)
    _distinct: DistinctOpenings = field(init=False)
    _conduct: Conduct[str] = field(default_factory=Conduct)  # in the games played now, by texts
    _games: Counter[str] = field(default_factory=Counter)  # which are so many for each player

    def __post_init__(self) -> None:
        self._distinct = self.conditions.openings.distinct()
        self._progress = {(str(p.a), str(p.b)): self._begun(p) for p in self.pairings}

    def _begun(self, pairing: Pairing) -> _PairingProgress:
        a, b = self.store.player(pairing.a), self.store.player(pairing.b)
        games = self.conditions.games_of(pairing, self.games, self._distinct)
        repeating = self.conditions.repeats(pairing)
        openings = self._distinct if repeating else self.conditions.openings
        played = self.store.played(self.event, a, b)
        coming = filterfalse(played.__contains__, range(games))
        before = sum(n < games for n in played)
        return _PairingProgress(pairing, (a, b), coming, games - before, before, games, openings)

    def repeats(self, pairing: Pairing) -> bool:
        """Is no game of the pairing begun like another, because it would be the same?"""
        return self.conditions.repeats(pairing)

    def games_of(self, pairing: Pairing) -> int:
        """How many are played: not as many as asked for where the rest would be the same games."""
        return self._progress[str(pairing.a), str(pairing.b)].games

    @property
    def all_games(self) -> int:
        return sum(progress.games for progress in self._progress.values())

    @property
    def left(self) -> int:
        """Games not yet handed out."""
        return sum(progress.left for progress in self._progress.values())

    def played(self, pairing: Pairing) -> dict[int, int]:
        """Number -> verdict of each game of the pairing that is in the store."""
        return self.store.played(self.event, *self._progress[str(pairing.a), str(pairing.b)].ids)

    def stored(self, pairing: Pairing) -> list[PackedGame]:
        """The games of a pairing that the store has."""
        ids = self._progress[str(pairing.a), str(pairing.b)].ids
        return self.store.games_of(self.event, *ids)

    def conduct(self, pairing: Pairing) -> Conduct[int]:
        """How the players of a pairing, a (0) and b (1), have behaved in the stored games."""
        found, pair = Conduct[int](), (pairing.a.identity, pairing.b.identity)
        for spent in self.store.spent(self.event):
            if (spent.a, spent.b) == pair:
                found.spent(spent.side, spent.effort)
        for some in self.store.outside(self.event):
            if (some.a, some.b) == pair:
                found.ended(loser(some.verdict, some.swapped), some.reason, some.games)
        return found

    def play(
        self, cluster: Cluster, asked: Callable[[], None] = interrupt
    ) -> Generator[PairingGames, None, None]:
        """Play the games that the store does not have, and tell of them when it has them.

        Who leaves early stops the jobs of this contest, and of no other. `asked` is called when another
        process of this home wants it stopped.
        """
        try:
            with self.store.playing(self.event, asked):
                yield from self._played(cluster)
        finally:
            send_home()  # players that wait in other processes end with these

    def _played(self, cluster: Cluster) -> Iterator[PairingGames]:
        for job, done in cluster.map(RUN, self._jobs(cluster.workers), self.conditions.blobs):
            progress = self._progress[job.a, job.b]
            progress.learn(done, cluster.workers)
            self.store.add_games(self.event, *progress.ids, done.games, done.efforts)
            yield PairingGames(progress.pairing, done.games, done.efforts)
            self._must_be_worth_more(progress.pairing, done.games)
            if done.stopped:
                return

    def _must_be_worth_more(self, pairing: Pairing, games: Sequence[PackedGame]) -> None:
        """Who throws most games away ends the contest: the rest would say nothing of strength."""
        players = (str(pairing.a), str(pairing.b))
        self._conduct.add(players, games)
        for player in players:
            self._games[player] += len(games)
            if hopeless(self._conduct, player, self._games[player]):
                raise PlayerFailed(
                    f"{player} has forfeited {self._conduct.text(player)}, in {self._games[player]} "
                    f"games. The contest is stopped; its games are kept as '{self.event.name}' "
                    f"(`kishi store delete {shlex.quote(self.event.name)}` forgets them)"
                )

    def _jobs(self, workers: int) -> Iterator[Job]:
        """All pairings advance together, so that a table says something at any time."""
        while self.left:
            progress = min((c for c in self._progress.values() if c.left), key=lambda c: c.begun)
            # Towards the end smaller jobs, so that all workers end at about the same time.
            share = -(-self.left // (2 * workers)) if workers > 1 else self.left
            numbers = progress.take(max(share, progress.size // 16))
            yield self.conditions.job(progress.pairing, numbers, progress.openings)
