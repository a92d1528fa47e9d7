"""Weights, and the training runs that made them."""

import json
import time
from collections.abc import Mapping
from typing import Any

from ..core import Weights
from ..errors import BadInput
from . import tensors
from .database import Database, object_in
from .rows import Run


class TrainingStore(Database):
    """What was learned."""

    # Weights.

    def put_weights(self, weights: Weights, origin: Mapping[str, Any] | None = None) -> str:
        """Keep weights with how they were made (say `cpu_seconds`); their id."""
        body, how = tensors.pack_weights(weights), json.dumps(origin or {})
        with self._writing() as db:
            db.execute(
                "INSERT INTO weights VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (weights.id, weights.game, weights.kind, body, how, time.time()),
            )
        return weights.id

    def get_weights(self, id: str) -> Weights:
        row = self._one("SELECT arrays FROM weights WHERE id = ?", id)
        if row is None:
            raise BadInput(f"the store holds no weights '{id[:60]}'")
        return tensors.unpack_weights(row[0])

    def weights_under(self, name: str, beginning: str) -> list[str]:
        """The ids of all weights that have had this name and that begin so."""
        rows = self._rows(
            "SELECT weights FROM step JOIN run ON run.id = step.run "
            "WHERE run.name = ?1 AND substr(weights, 1, ?2) = ?3 UNION "
            "SELECT weights FROM own WHERE name = ?1 AND substr(weights, 1, ?2) = ?3",
            name, len(beginning), beginning,
        )  # fmt: skip
        return [id for (id,) in rows]

    def weights_origin(self, id: str) -> dict[str, Any]:
        """How these weights were made; nothing if they are not here."""
        row = self._one("SELECT origin FROM weights WHERE id = ?", id)
        return object_in(row[0]) or {} if row else {}

    # Weights that a person has named.

    def name_weights(self, name: str, id: str) -> None:
        """From now on the name means these; what it meant before is known by its id."""
        with self._writing() as db:
            db.execute(
                "INSERT INTO own SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 "
                "FROM own WHERE name = ?1",
                (name, id, time.time()),
            )

    def own_weights(self) -> dict[str, tuple[str, float]]:
        """The id that each name means, and when it was given; the newest first."""
        rows = self._rows(
            "SELECT name, weights, max(number), made FROM own GROUP BY name ORDER BY made DESC"
        )
        return {name: (id, made) for name, id, _, made in rows}

    def rename_weights(self, old: str, new: str) -> None:
        """Of a person's own or of a run; whoever asks has seen that the new name is free."""
        with self._writing() as db:
            db.execute("UPDATE own SET name = ? WHERE name = ?", (new, old))
            db.execute("UPDATE run SET name = ? WHERE name = ?", (new, old))

    def forget_weights(self, name: str) -> None:
        """Remove the name with its run, and the weights that then nobody else has or has played with."""
        with self._writing() as db:
            db.execute("DELETE FROM step WHERE run IN (SELECT id FROM run WHERE name = ?)", (name,))
            db.execute("DELETE FROM run WHERE name = ?", (name,))
            db.execute("DELETE FROM own WHERE name = ?", (name,))
            db.execute(
                "DELETE FROM weights WHERE id NOT IN (SELECT weights FROM own) AND id NOT IN "
                " (SELECT weights FROM step WHERE weights IS NOT NULL) AND NOT EXISTS "
                " (SELECT 1 FROM player WHERE instr(player.weights, weights.id))"
            )

    # Training runs.

    def start_run(self, name: str, of: str, trainer: str, settings: Mapping[str, Any]) -> int:
        """The number of the run of this name, made if need be; BadInput if its settings differ."""
        text = json.dumps(settings, sort_keys=True)
        with self._writing() as db:
            db.execute(
                "INSERT INTO run (name, game, trainer, settings, made, changed) "
                "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING",
                (name, of, trainer, text, time.time(), time.time()),
            )
        row = self._one("SELECT id, game, trainer, settings FROM run WHERE name = ?", name)
        if (row[1], row[2], row[3]) != (of, trainer, text):
            raise BadInput(f"'{name}' is the name of another run; choose a new --name")
        return int(row[0])

    def lengthen_run(self, run: int, settings: Mapping[str, Any], steps: int) -> None:
        """Have a run go on with other settings after so many of its steps; its weights stay, for who has
        played with them."""
        with self._writing() as db:
            db.execute("DELETE FROM step WHERE run = ? AND number > ?", (run, steps))
            db.execute(
                "UPDATE run SET settings = ?, changed = ? WHERE id = ?",
                (json.dumps(settings, sort_keys=True), time.time(), run),
            )

    def forget_unbegun(self, run: int) -> None:
        """Remove a run that has no finished step: nothing depends on it, and its name is free again."""
        with self._writing() as db:
            db.execute(
                "DELETE FROM run WHERE id = ? AND NOT EXISTS (SELECT 1 FROM step WHERE run = ?)",
                (run, run),
            )

    # Runs that there are.

    def find_run(self, name: str) -> Run | None:
        return next(iter(self._runs("WHERE name = ?", name)), None)

    def get_run(self, id: int) -> Run | None:
        return next(iter(self._runs("WHERE id = ?", id)), None)

    def runs(self) -> list[Run]:
        """All of them, the newest first."""
        return self._runs("ORDER BY made DESC, id DESC")

    def add_step(
        self,
        run: int,
        weights: str | None,
        measures: Mapping[str, Any],
        state: bytes | None = None,
        number: int | None = None,
    ) -> None:
        """One more step of a run, and what its trainer needs to go on from here.

        With a number it is that step or none: BadInput if another process has made it.
        """
        with self._writing() as db:
            last = db.execute(
                "SELECT coalesce(max(number), 0) FROM step WHERE run = ?", (run,)
            ).fetchone()[0]
            if number not in (None, last + 1):
                raise BadInput("another process is training this run at the same time")
            db.execute(
                "INSERT INTO step VALUES (?, ?, ?, ?, ?)",
                (run, last + 1, weights, json.dumps(measures), time.time()),
            )
            db.execute(
                "UPDATE run SET state = coalesce(?, state), changed = ? WHERE id = ?",
                (state, time.time(), run),
            )

    def run_state(self, run: int) -> bytes | None:
        row = self._one("SELECT state FROM run WHERE id = ?", run)
        return row[0] if row else None

    def steps(self, run: int, after: int = 0) -> list[tuple[int, str | None, dict[str, Any]]]:
        """(number, id of the weights, measures) of each step of a run, or of those after one."""
        rows = self._rows(
            "SELECT number, weights, measures FROM step WHERE run = ? AND number > ? ORDER BY 1",
            run, after,
        )  # fmt: skip
        return [(number, weights, object_in(measures) or {}) for number, weights, measures in rows]

    def newest(self, run: int, before: int | None = None) -> tuple[int, str | None]:
        """The number of a run's last step, and the id of its newest weights; up to a step, if given.

        A run has a step for each generation, so whoever wants these two should not read them all.
        """
        most = 2**62 if before is None else before
        last, with_weights = self._one(
            "SELECT max(number), max(iif(weights IS NULL, NULL, number)) FROM step "
            "WHERE run = ? AND number <= ?",
            run, most,
        )  # fmt: skip
        if with_weights is None:
            return last or 0, None
        found = self._one(
            "SELECT weights FROM step WHERE run = ? AND number = ?", run, with_weights
        )
        return last, found[0]

    def _runs(self, rest: str, *given: Any) -> list[Run]:
        rows = self._rows(f"SELECT id, name, game, trainer, settings, made FROM run {rest}", *given)
        return [Run(i, n, g, t, s, made) for i, n, g, t, s, made in self._whole("run", rest, rows)]
