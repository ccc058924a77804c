"""What the dice may make of an order that a reader thinks of, before it is given."""

from fmbook.core.orders import Attack, Order, sentence
from fmbook.play.joint_attacks import joint_attack
from fmbook.text import verdict
from fmbook.widgets.desk import panels, scene, threats
from fmbook.widgets.desk.clicks import Chooser

__all__ = ["foreseen", "joint"]


def joint(chooser: Chooser, place: str) -> tuple[Order, ...]:
    """Return the orders for an attack on a place by all who can join; none where there is nobody to choose."""
    attack = next((each for each in chooser.targets.get(place, ()) if isinstance(each, Attack)), None)
    found = joint_attack(chooser.position.state, attack) if attack else ()
    return found if len(found) > 1 else ()


def foreseen(chooser: Chooser, orders: tuple[Order, ...], place: str) -> tuple[str, str]:
    """Show and say what the dice may make of orders that go to a place; nothing, where no die decides."""
    if any(isinstance(order, Attack) for order in orders):
        return "", _planned(chooser, place)
    position = chooser.position
    found = [each for order in orders if (each := threats.thrown_for(position, order))]
    battles = [after for order in orders if (after := threats.opened(position, order))]
    said = [*map(scene.in_short, found), *(f"{sentence(order)}?" for order in orders if battles)]
    shown = "".join([*map(panels.outlook, found), *map(scene.in_battle, battles)])
    return shown, " ".join([*said, "To give the order click again, or press its button."]) if shown else ""


def _planned(chooser: Chooser, place: str) -> str:
    """Say what an attack on a place would come to."""
    plan = threats.planned(chooser.position, place)
    ends = f" {verdict(plan)}." if plan else ""
    again = "click it again, or press" if chooser.click(place).kind == "order" else "press"
    who = threats.who_attacks(plan) if plan else "all who can join"
    return f"Attack {place} with {who}?{ends} To attack {again} its button."
