"""Each game as a PettingZoo AEC environment with action masks: ``env("othello")``.

Needs the extra `env`: gymnasium and pettingzoo.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .core import Choice, Record, Verdict, game, winner
from .drawing import last_path, svg
from .errors import BadInput

Observation = dict[str, NDArray[Any]]
RENDER_MODES = ["ansi", "svg"]

__all__ = ["BoardGame", "env"]


def env(name: str, *, most_plies: int = 1000, render_mode: str | None = None) -> "BoardGame":
    """The game of this name; after `most_plies` it is truncated, as a draw."""
    return BoardGame(name, most_plies=most_plies, render_mode=render_mode)


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
            raise BadInput(f"render_mode is ansi, svg or None; got {render_mode!r}")
        self.game = game(name)
        self.most_plies = most_plies
        self.render_mode = render_mode
        self.possible_agents = ["first_0", "second_0"]
        planes = spaces.Box(0.0, 1.0, self.game.shape, np.float32)
        mask = spaces.Box(0, 1, (self.game.moves,), np.int8)
        both: spaces.Space[Any] = spaces.Dict({"observation": planes, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, both)
        self.action_spaces = {a: spaces.Discrete(self.game.moves) for a in self.possible_agents}

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
        self.record.position.encode(planes)
        mask = np.zeros(self.game.moves, np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask[self.record.position.legal_moves()] = 1
        return {"observation": planes.clip(0.0, 1.0), "action_mask": mask}

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

    def render(self) -> str | None:  # type: ignore[override, unused-ignore]
        """The position as its text or as an SVG image."""
        if self.render_mode is None:
            return None
        position = self.record.position
        return (
            str(position) if self.render_mode == "ansi" else svg(position, last_path(self.record))
        )

    def close(self) -> None:
        pass
