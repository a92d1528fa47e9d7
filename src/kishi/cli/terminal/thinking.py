"""Computer players at the terminal: their thinking is shown, and Ctrl-C is heard meanwhile."""

from ...core import Answer, Choice, Game, Limit, Player, Record, SearchControl
from ...errors import PlayerFailed
from ...players import KINDS, kinds_for, make_player, thinking
from .screen import Screen

HINT_SECONDS = 1.0


def think(
    screen: Screen,
    player: Player,
    record: Record,
    limit: Limit,
    control: SearchControl | None = None,
) -> Answer:
    """The player's answer, with a line that shows how far it has got."""
    side = screen.side(record.game, record.position.turn)
    title = screen.words("thinking", side=side, player=player.name)
    with screen.waiting(title) as status:

        def tell(so_far: Choice) -> None:
            move = screen.move(record.game, so_far.move)
            status.update(f"{title}  {move}{screen.thought(record.game, so_far)}")

        try:
            return thinking.think(player, record, limit, control).watch(tell)
        except KeyboardInterrupt:
            player.close()  # for those that heed no control; nobody asks it again
            raise


class Watched:
    """A computer player whose moves are announced. `limit` holds for it alone, not for people."""

    def __init__(self, player: Player, screen: Screen, limit: Limit) -> None:
        self.name = player.name
        self.failure: PlayerFailed | None = None
        self._player = player
        self._screen = screen
        self._limit = limit

    def choose(self, record: Record, limit: Limit, control: SearchControl | None = None) -> Answer:
        if self._screen.alive:
            self._screen.board(record)
        try:
            answer = think(self._screen, self._player, record, self._limit, control)
        except PlayerFailed as failure:
            self.failure = failure
            raise
        if isinstance(answer, Choice):
            self._screen.moved(record, answer)
        return answer

    def close(self) -> None:
        self._player.close()


class Adviser:
    """Who answers `hint`: the strongest kind there is. Made when first asked."""

    def __init__(self, game: Game, screen: Screen, limit: Limit, seed: int) -> None:
        self._game = game
        self._screen = screen
        self._limit = limit if limit.seconds else Limit(seconds=HINT_SECONDS)
        self._seed = seed
        self._player: Player | None = None

    def hint(self, record: Record) -> None:
        if self._player is None:
            self._player = make_player(self._game, strongest(self._game), self._seed)
        answer = think(self._screen, self._player, record, self._limit)
        if isinstance(answer, Choice):
            thought = self._screen.thought(self._game, answer)
            self._screen.write(
                self._screen.words("hint", move=self._screen.move(self._game, answer.move))
                + thought
            )

    def close(self) -> None:
        if self._player is not None:
            self._player.close()


def strongest(game: Game) -> str:
    """The kind to ask for advice."""
    there = [k.kind for k in kinds_for(game)]
    return next(kind for kind in ("search", "level", "random") if kind in there)


def usual_computer() -> str:
    """The computer player one gets without naming one."""
    return "level" if any(k.kind == "level" for k in KINDS) else "random"
