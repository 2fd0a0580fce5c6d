"""Blueprints: strategies of whole hands by classes of hands."""

from typing import TYPE_CHECKING

from pokerzoo.envs.support.lazy import names_when_asked_for

if TYPE_CHECKING:
    from pokerzoo.agents.blueprint.blueprint import Blueprint as Blueprint
    from pokerzoo.agents.blueprint.blueprint_policy import BlueprintPolicy as BlueprintPolicy
    from pokerzoo.agents.blueprint.class_maker import make_hand_classes as make_hand_classes
    from pokerzoo.agents.blueprint.hand_classes import HandClasses as HandClasses
    from pokerzoo.agents.policies.action_translation import pseudo_harmonic as pseudo_harmonic
else:
    __getattr__, __dir__, __all__ = names_when_asked_for(__name__)
