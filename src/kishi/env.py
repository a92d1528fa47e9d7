"""Each game as a PettingZoo AEC environment with action masks, ``env("othello")``, and many games at once
as a Gymnasium vector environment, ``vector_env("othello", 64)``.

Needs the extra `env`: gymnasium and pettingzoo.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .core import Choice, Game, Position, Record, Verdict, game, winner
from .drawing import last_path, svg
from .errors import BadInput
from .raster import Pixels, rgb

Observation = dict[str, NDArray[Any]]
RENDER_MODES = ["ansi", "svg", "rgb_array"]

__all__ = ["BoardGame", "BoardGames", "env", "vector_env"]


def env(name: str, *, most_plies: int = 1000, render_mode: str | None = None) -> "BoardGame":
    """The game of this name; after `most_plies` it is truncated, as a draw."""
    return BoardGame(name, most_plies=most_plies, render_mode=render_mode)


def vector_env(name: str, num_envs: int, *, most_plies: int = 1000) -> "BoardGames":
    """So many games of this name side by side, whose movers are all asked at once."""
    return BoardGames(name, num_envs, most_plies=most_plies)


def spaces_of(of: Game) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    """What is seen, the planes and the legal actions, and what can be done."""
    planes = spaces.Box(0.0, 1.0, of.shape, np.float32)
    mask = spaces.Box(0, 1, (of.moves,), np.int8)
    return spaces.Dict({"observation": planes, "action_mask": mask}), spaces.Discrete(of.moves)


def look(position: Position, planes: NDArray[np.float32], mask: NDArray[np.int8]) -> None:
    """Fill in what the side to move sees, and what it may do."""
    position.encode(planes)
    np.clip(planes, 0.0, 1.0, out=planes)
    mask[:] = 0
    mask[position.legal_moves()] = 1


class BoardGame(AECEnv[str, Observation, int]):  # type: ignore[misc, unused-ignore]
    """Two agents, first_0 and second_0. An illegal action loses; 1 and -1 come at the end."""

    metadata = {  # noqa: RUF012 - PettingZoo reads it from the class
        "name": "kishi_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
    }

    def __init__(self, name: str, *, most_plies: int, render_mode: str | None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise BadInput(f"render_mode is ansi, svg, rgb_array or None; got {render_mode!r}")
        self.game = game(name)
        self.most_plies = most_plies
        self.render_mode = render_mode
        self.possible_agents = ["first_0", "second_0"]
        seen, done = spaces_of(self.game)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, done)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin at the start, or at the position that `options` gives as text."""
        start = (
            self.game.parse(str(options["position"])) if options and "position" in options else None
        )
        self.record = Record.new(self.game, start)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self.agent_selection = self.agents[self.record.position.turn]
        if self.record.over:
            self._end(self.record.verdict)

    def observe(self, agent: str) -> Observation:
        """The planes as the side to move sees them, and the legal actions of this agent."""
        planes = np.zeros(self.game.shape, np.float32)
        mask = np.zeros(self.game.moves, np.int8)
        look(self.record.position, planes, mask)
        if agent != self.agent_selection or self.terminations.get(agent, True):
            mask[:] = 0
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:  # type: ignore[override, unused-ignore]
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        mover = self.possible_agents.index(agent)
        try:
            self.record = self.record.play(Choice(move=int(action)))  # type: ignore[arg-type]
        except (BadInput, TypeError, ValueError):
            self.infos[agent]["illegal"] = action
            self._end((Verdict.SECOND_WINS, Verdict.FIRST_WINS)[mover])
        else:
            if self.record.over:
                self._end(self.record.verdict)
            elif len(self.record.choices) >= self.most_plies:
                self.truncations = dict.fromkeys(self.agents, True)
        over = self.terminations[agent] or self.truncations[agent]
        turn = 1 - mover if over else self.record.position.turn
        self.agent_selection = self.possible_agents[turn]
        self._accumulate_rewards()

    def _end(self, verdict: Verdict) -> None:
        won = winner(verdict)
        if won is not None:
            self.rewards = {
                a: 1.0 if i == won else -1.0 for i, a in enumerate(self.possible_agents)
            }
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | Pixels | None:  # type: ignore[override, unused-ignore]
        """The position as its text, as an SVG image, or as pixels."""
        position = self.record.position
        if self.render_mode == "rgb_array":
            return rgb(position)
        if self.render_mode == "svg":
            return svg(position, last_path(self.record))
        return str(position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


class BoardGames(VectorEnv):  # type: ignore[misc, unused-ignore]
    """Many games at once. In each, the action is its mover's, and so is the reward: 1 when it wins by it,
    -1 when it loses, as by an illegal action. A game that is over begins anew with the next step, whose
    action is then ignored."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - Gymnasium reads it there

    def __init__(self, name: str, num_envs: int, *, most_plies: int) -> None:
        if num_envs < 1:
            raise BadInput(f"num_envs is 1 or more; got {num_envs}")
        self.game, self.num_envs, self.most_plies = game(name), num_envs, most_plies
        self.single_observation_space, self.single_action_space = spaces_of(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.records = [Record.new(self.game)] * num_envs
        self.over = np.zeros(num_envs, np.bool_)  # those that begin anew with the next step

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games."""
        self.records = [Record.new(self.game)] * self.num_envs
        self.over[:] = False
        return self._seen(), {"turn": self._turns()}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[
        Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """One action in each game. `info["turn"]` says who moves next there: 0 is the first player."""
        if len(actions) != self.num_envs:
            raise BadInput(f"{self.num_envs} games need as many actions; got {len(actions)}")
        rewards = np.zeros(self.num_envs)
        ended, cut = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
        for i, action in enumerate(actions):
            if self.over[i]:
                self.records[i] = Record.new(self.game)
            else:
                rewards[i], ended[i], cut[i] = self._play(i, int(action))
        self.over = ended | cut
        return self._seen(), rewards, ended, cut, {"turn": self._turns()}

    def _play(self, i: int, action: int) -> tuple[float, bool, bool]:
        mover = self.records[i].position.turn
        try:
            record = self.records[i] = self.records[i].play(action)
        except BadInput:
            return -1.0, True, False
        won = winner(record.verdict)
        reward = 0.0 if won is None else (1.0 if won == mover else -1.0)
        return reward, record.over, not record.over and len(record.choices) >= self.most_plies

    def _turns(self) -> NDArray[np.int64]:
        return np.array([record.position.turn for record in self.records])

    def _seen(self) -> Observation:
        planes = np.zeros((self.num_envs, *self.game.shape), np.float32)
        masks = np.zeros((self.num_envs, self.game.moves), np.int8)
        for i, record in enumerate(self.records):
            look(record.position, planes[i], masks[i])
        return {"observation": planes, "action_mask": masks}
