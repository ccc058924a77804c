"""Other people's players: a scenario as an environment of PettingZoo's."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fmbook.core.calls import checked
from fmbook.experiments.extras import needed

if TYPE_CHECKING:
    from fmbook.experiments.aec import Environment

__all__ = ["env"]


@checked
def env(
    system: str, scenario: str | None = None, *, options: Iterable[str] = (), house_rules: Iterable[Any] = ()
) -> "Environment":
    """Make an environment for players of your own: ``fm.env("vimy", "first_morning")``.

    It is one of PettingZoo's (AEC): ``reset(seed)``, ``agent_iter()``, ``last()``, ``step(action)``.

    >>> import fmbook as fm
    >>> env = fm.env("drill", "first_steps")
    >>> env.reset(seed=1)
    >>> env.agents
    ['Blue', 'Red']
    """
    for module in ("gymnasium", "pettingzoo"):
        needed(module, "gym")
    from fmbook.experiments.aec import Environment

    return Environment(system, scenario, options, house_rules)
