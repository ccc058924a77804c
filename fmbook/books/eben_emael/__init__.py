"""1940 Eben-Emael: Battle for Fort. It builds on no other booklet."""

from fmbook.books.eben_emael import (
    actions,
    asked,
    batteries,
    combat,
    descriptions,
    display,
    falling_back,
    fire,
    fort,
    landing,
    movement,
    opponent,
    sequence,
    solitaire,
    victory,
    works,
)
from fmbook.books.eben_emael.orders import Blow, Equip, FallBack, Fire, Flame, Garrison, Keep, Sally, Strike, Use
from fmbook.core.orders import (
    Advance,
    Attack,
    EndPhase,
    HoldFire,
    Join,
    Lose,
    Move,
    Place,
    Ready,
    Roll,
    StayBack,
)
from fmbook.engine.rulebook import Question, Rulebook

__all__ = ["EBEN_EMAEL"]

QUESTIONS = (
    Question("first raid", (Strike, EndPhase), "{side}: what do aircraft hit before the landing?", "eben_emael:hist"),
    Question("landing", (Place,), "{side}: where does the glider of {unit} come down?", "eben_emael:0"),
    Question("touch down", (Roll,), "{side}: throw for the glider of {unit}.", "eben_emael:0"),
    Question("air", (Use, Strike, EndPhase), "{side}: use special actions, aircraft and artillery.", "eben_emael:2.1"),
    Question("movement", (Move, EndPhase), "{side}: move your squads, one by one.", "eben_emael:3.2"),
    Question("gun fire", (Use, Fire, EndPhase), "{side}: fire guns and mortars.", "eben_emael:2.1"),
    Question("assault", (Use, Blow, Attack, EndPhase), "{side}: blow up works and attack.", "eben_emael:2.1"),
    Question(
        "sortie",
        (Use, Sally, Garrison, Move, EndPhase),
        "{side}: let men come out, man works, move.",
        "eben_emael:2.1",
    ),
    Question(
        "counterattack", (Attack, EndPhase), "{side}: attack; whoever stands next to Germans must.", "eben_emael:2.1"
    ),
    Question("attackers", (Join, Flame, Ready), "{side}: who joins the attack on {target}?", "eben_emael:4.1"),
    Question("guns", (Fire, HoldFire), "{side}: fire at the attackers of {target}?", "eben_emael:4.2"),
    Question("answering fire", (Fire, Strike, HoldFire), "{side}: fire at {unit} in {place}?", "eben_emael:2.1"),
    Question("roll", (Roll,), "{side}: throw two dice for the attack on {target}.", "eben_emael:4.2"),
    Question("loss", (Lose,), "{side}: who loses a man? {points} to go.", "eben_emael:4.2"),
    Question("hit", (Lose,), "{side}: which unit takes the loss of {points} from the machine gun?", "eben_emael:4.2"),
    Question("give way", (FallBack, Keep), "{side}: give up {target} for one loss less, or keep it?", "eben_emael:4.3"),
    Question("advance", (Advance, StayBack), "{side}: enter {target}, or stay?", "eben_emael:4.3", routine=True),
    Question("blast", (), "The charge goes off.", "eben_emael:hist"),
    Question("strike", (Strike,), "{side}: which sector is hit?", "eben_emael:5.0"),
    Question("equip", (Equip,), "{side}: which squad gets what was dropped?", "eben_emael:6.0"),
    Question("drop", (Place,), "{side}: where does the glider of {unit} come down?", "eben_emael:6.0"),
    Question("canal", (Strike,), "{side}: which bunker at the canal is destroyed?", "eben_emael:6.0"),
    Question("by itself", (), "The Belgian side plays by itself.", "eben_emael:solo"),
    Question("canal toll", (Roll,), "{side}: throw for the Germans at the bunker.", "eben_emael:6.0"),
)

EBEN_EMAEL = Rulebook.of(
    "eben_emael",
    "1940 Eben-Emael: Battle for Fort",
    fort,
    sequence,
    landing,
    movement,
    fire,
    batteries,
    combat,
    falling_back,
    works,
    actions,
    victory,
    solitaire,
    display,
    opponent,
    descriptions,
    asked,
    questions=QUESTIONS,
)
