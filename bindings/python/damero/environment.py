"""Games as environments for learning: agents take turns, each sees what its seat may see.

The shape is the one that users of PettingZoo's AEC environments know; nothing of it is needed here.

    from damero.environment import Environment

    environment = Environment("perudo", "players=3", seed=7)
    environment.reset()
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, info = environment.last()
        legal = [i for i, one in enumerate(observation["action_mask"]) if one]
        environment.step(None if termination else random.choice(legal))

An action is an index of the legal moves, in their fixed order: observation["moves"] has their texts. Dice are rolled
between the steps, from the seed.
"""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Tuple

from . import CHANCE, NOBODY, OVER, Error, Game, Rules


class Environment:
    """A game for agents named seat_0, seat_1 and so on."""

    metadata = {"render_modes": ["ansi"], "name": "damero"}

    def __init__(self, game: str, settings: str = "", seed: int = 1):
        self.rules = Rules(game, settings)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self.reset(seed)

    def reset(self, seed: Optional[int] = None) -> None:
        """Starts a new game; without a seed the dice go on from the last one."""
        if seed is not None:
            self._seed = seed
        self.game: Game = self.rules.start()
        self.agents: List[str] = list(self.possible_agents)
        self.rewards: Dict[str, float] = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def _go_on(self) -> None:
        """Rolls the dice that are due, then sees who is next, or how it ended."""
        while self.game.turn == CHANCE:
            self._seed = self.game.roll(self._seed)
        if self.game.turn != OVER:
            self.agent_selection = self.possible_agents[self.game.turn]
            return
        outcome = self.game.outcome
        for seat, agent in enumerate(self.possible_agents):
            draw, won = outcome.winner == NOBODY, seat == outcome.winner
            self.rewards[agent] = 0.0 if draw else 1.0 if won else -1.0
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    @property
    def action_count(self) -> int:
        """The size of the action space."""
        return self.rules.moves_max

    def observe(self, agent: str) -> Dict[str, Any]:
        """What this agent may see. The moves and the mask are those of the agent to move, and empty for others."""
        seat = self.possible_agents.index(agent)
        acts = not self.game.over and self.game.turn == seat
        return {
            "observation": self.game.view(seat),
            "moves": self.game.moves() if acts else [],
            "action_mask": self.game.mask() if acts else bytes(self.action_count),
        }

    def last(self) -> Tuple[Dict[str, Any], float, bool, bool, Dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent to move."""
        agent = self.agent_selection
        return (self.observe(agent), self.rewards[agent], self.terminations[agent], self.truncations[agent],
                self.infos[agent])

    def step(self, action: Optional[int]) -> None:
        """Plays an action; an agent whose game is over steps with None and leaves."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise Error("the game is over: step(None)")
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None:
            raise Error("an action is missing")
        self.game.play_action(action)
        self._go_on()

    def agent_iter(self) -> Iterator[str]:
        """The agent to move, again after each step, until all have left."""
        while self.agents:
            yield self.agent_selection

    def render(self) -> str:
        """A drawing of the game as a spectator sees it."""
        return self.game.picture()
