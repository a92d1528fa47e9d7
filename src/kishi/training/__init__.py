"""Training: from games to weights."""

from .alphazero.trainer import AlphaZeroTrainer
from .context import Step, Trainer, TrainingContext, settings_of
from .evolution.evolve import CmaesTrainer, GaTrainer, HillClimbTrainer, PsoTrainer
from .nnue.trainer import NnueTrainer
from .patterns.trainer import PatternsTrainer
from .td import TdTrainer
from .valuenet.trainer import ValueNetTrainer

__all__ = ["PRESETS", "TRAINERS", "Step", "Trainer", "TrainingContext", "settings_of"]

PRESETS = ("minute", "hour", "evening", "night", "faithful")  # the first unless told otherwise

# THE list of trainers. A new one is a dataclass in this folder and its name here.
TRAINERS: list[type[Trainer]] = [
    HillClimbTrainer,
    PsoTrainer,
    GaTrainer,
    CmaesTrainer,
    TdTrainer,
    PatternsTrainer,
    ValueNetTrainer,
    NnueTrainer,
    AlphaZeroTrainer,
]
