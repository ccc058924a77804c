"""A scenario as an environment of PettingZoo's (AEC: one agent acts at a time), for other people's players.

This module alone imports PettingZoo, and only ``fm.env`` imports this module.
"""

from collections.abc import Iterable
from random import randrange
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from fmbook.core.errors import FmbookError
from fmbook.core.orders import Order
from fmbook.core.state import DEAD, State
from fmbook.engine.legality import question
from fmbook.experiments.actions import Actions, Menu
from fmbook.play.game import Game, new_game
from fmbook.text.boards import board_in_words, prompt_in_words

__all__ = ["Environment", "NoSuchAction"]

OF_A_UNIT: Final = ("place", "steps", "spent", "in combat")
OF_THE_GAME: Final = ("turn", "side that decides", "own side", "question", "target", "begun", "unseen markers")


class NoSuchAction(FmbookError, ValueError):
    """An action that may not be done now."""


class Environment(AECEnv):  # type: ignore[misc]
    """A game in which each side is an agent. Chance is inside: the same seed and the same actions, the same game.

    An order that names a place takes two actions, one after the other, of the same agent: ``actions`` says which number
    means what. An observation is one row of whole numbers, named by ``columns``, and a mask of what may be done;
    ``render()`` says the same in words. What only one game knows of, such as captured towns, is in the words alone. The
    reward comes at the end: 1 for who wins, -1 for who loses, 0 for a draw.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's

    def __init__(
        self,
        system: str,
        scenario: str | None,
        options: Iterable[str] = (),
        house_rules: Iterable[Any] = (),
        render_mode: str | None = "ansi",
    ) -> None:
        super().__init__()
        self._given = (tuple(options), tuple(house_rules))
        self.game: Game = new_game(system, scenario, 0, *self._given)
        """The game that is played, with its record, its diary and its desk."""
        head, setup = self.game.header, self.game.setup
        self.metadata = {**self.metadata, "name": f"{head.system}_{head.scenario}"}
        self.render_mode = render_mode
        self.actions = Actions(setup)
        """What each number means."""
        self._questions = {what: number for number, what in enumerate(setup.book.questions)}
        self.columns = (
            *OF_THE_GAME,
            *(f"{marker.name} in hand" for marker in setup.markers),
            *(f"{unit.id} {what}" for unit in setup.units for what in OF_A_UNIT),
        )
        """What each number of an observation tells."""
        self.possible_agents = list(self.game.sides)
        seen = spaces.Dict({"observation": self._box(), "action_mask": spaces.MultiBinary(self.actions.count)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self.actions.count) for agent in self.possible_agents}

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _box(self) -> spaces.Box:
        setup, places = self.game.setup, len(self.game.board.places)
        of_the_game = (setup.turns + 1, 1, 1, len(self._questions), places, self.actions.places, 99)
        of_units = [high for unit in setup.units for high in (places + 1, max(unit.steps, 255), 1, 1)]
        high = np.array([*of_the_game, *(99 for _ in setup.markers), *of_units], dtype=np.int32)
        return spaces.Box(np.zeros_like(high), high, dtype=np.int32)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what an observation looks like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the fixed list of actions."""
        return self.action_spaces[agent]

    # --- play ---------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin anew; without a seed, with any."""
        head = self.game.header
        any_seed = randrange(10**9)  # noqa: S311 - chance of a game
        self.game = new_game(head.system, head.scenario, any_seed if seed is None else seed, *self._given)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Make out who decides, and what may be done."""
        self._begun = 0
        self._menu: Menu = self.actions.menu(self.game.legal())
        if not self.game.outcome:
            self.agent_selection = self.game.side

    def step(self, action: int | None) -> None:
        """Do what a number means; an order that names a place is given with the second one."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        chosen = self._menu.get(int(action)) if action is not None else None
        if chosen is None:
            meant = (
                self.actions.words(int(action)) if action is not None and 0 <= action < self.actions.count else action
            )
            raise NoSuchAction(f"“{meant}” may not be done now: the mask has a 1 for whatever may. {self.game.prompt}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if isinstance(chosen, dict):
            self._begun, self._menu = int(action or 0) + 1, dict(chosen)
        else:
            self._give(chosen)
        self._accumulate_rewards()

    def _give(self, order: Order) -> None:
        self.game.do(order)
        self._ask()
        if outcome := self.game.outcome:
            for agent in self.agents:
                self.rewards[agent] = 0.0 if outcome.winner is None else 1.0 if outcome.winner == agent else -1.0
                self.terminations[agent] = True

    # --- what is seen -------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a side sees, and what it may do if it is the one that decides."""
        mask = np.zeros(self.actions.count, dtype=np.int8)
        if agent == self.agent_selection and not self.game.outcome:
            mask[list(self._menu)] = 1
        seen = self.game.seen_by(agent)
        row = np.fromiter(self._row(seen.state, agent, seen.unseen), np.int32, len(self.columns))
        return {"observation": row, "action_mask": mask}

    def _row(self, state: State, agent: str, unseen: int) -> Iterable[int]:
        own, battle = self.possible_agents.index(agent), state.battle
        asked = 0 if state.outcome else self._questions[question(state).what] + 1
        begun = self._begun if own == state.side else 0
        yield from (state.turn, state.side, own, asked, battle.target + 1 if battle else 0, begun, unseen)
        yield from (state.hands[own].count(marker) for marker in range(len(state.setup.markers)))
        fighting = {*battle.attackers, *battle.defenders} if battle else set()
        for number, place in enumerate(state.where):
            where = place + 2 if place >= 0 else int(place == DEAD)
            yield from (where, state.steps[number], number in state.spent, number in fighting)

    def render(self) -> str:
        """Say how things stand for the side that decides, what is asked, and what may be done, with its numbers."""
        seen = self.game.seen_by(self.agent_selection)
        may = "\n".join(f"{number}: {self.actions.words(number)}" for number in self._menu)
        return f"{board_in_words(seen)}\n\n{prompt_in_words(seen)}\n{may}"

    def close(self) -> None:
        """There is nothing to close."""
