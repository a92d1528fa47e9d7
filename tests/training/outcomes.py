"""What a training run came to, for tests that compare runs."""

from typing import Any

from kishi.training import TrainingContext


def outcome(context: TrainingContext) -> list[tuple[int, str | None, dict[str, Any]]]:
    """Every step, but for the time it took."""
    steps = context.store.steps(context.run.id)
    return [(n, w, {k: v for k, v in m.items() if k != "cpu_seconds"}) for n, w, m in steps]
