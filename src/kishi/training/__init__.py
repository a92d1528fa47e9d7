"""Training: from games to weights."""

from .alphazero import AlphaZero
from .evolve import Cmaes, Ga, HillClimb, Pso
from .lab import Lab, Step, Trainer, settings_of
from .montecarlo import MonteCarlo
from .nnue import Nnue
from .td import Td

__all__ = ["PRESETS", "TRAINERS", "Lab", "Step", "Trainer", "settings_of"]

PRESETS = ("minute", "hour", "evening", "night", "faithful")  # the first unless told otherwise

# THE list of trainers. A new one is a dataclass in this folder and its name here.
TRAINERS: list[type[Trainer]] = [HillClimb, Pso, Ga, Cmaes, Td, MonteCarlo, Nnue, AlphaZero]
