"""Learners as users write them, one file each."""

UNIFORM = '''
"""Learns nothing: plays every legal action alike."""

from pokerzoo.agents import baseline_policy


class Uniform:
    def __init__(self, game, hands):
        self.policy, self.hands, self.decisions = baseline_policy(game, "random"), hands, 0

    def advance(self, steps):
        for _ in range(steps):
            self.decisions += self.hands + 0 * sum(range(1000))

    def current_policy(self):
        return self.policy

    def average_policy(self):
        return None


def make(game, seed, hands=10):
    return Uniform(game, hands)
'''

HEAD = "def current_policy(self):"
BROKEN = UNIFORM.replace(HEAD, f"{HEAD}\n        if self.decisions > 2000: raise OSError('no disk')")
"""Its second look or so fails."""
