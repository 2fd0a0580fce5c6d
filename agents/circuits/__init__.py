"""Regret circuits: minimizers that are composed."""

from .circuits import (
    AffineMap,
    CartesianProduct,
    ConvexHull,
    DecisionPoint,
    ScaledExtension,
    SequenceForm,
    Singleton,
    circuit_for,
    decision_point,
    observation_point,
    terminal_point,
)
from .simplex_minimizers import (
    DiscountedRegretMatching,
    PredictiveRegretMatchingPlus,
    RegretMatching,
    RegretMatchingPlus,
    RegretMinimizer,
    SimplexRegretMinimizer,
)

__all__ = [
    "AffineMap",
    "CartesianProduct",
    "ConvexHull",
    "DecisionPoint",
    "DiscountedRegretMatching",
    "PredictiveRegretMatchingPlus",
    "RegretMatching",
    "RegretMatchingPlus",
    "RegretMinimizer",
    "ScaledExtension",
    "SequenceForm",
    "SimplexRegretMinimizer",
    "Singleton",
    "circuit_for",
    "decision_point",
    "observation_point",
    "terminal_point",
]
