"""Cases about minibosses and coins (BM-MINI, BM-COIN)."""

from companion.cases.fields import CaseError, Record, shown
from companion.cases.reading import Case
from companion.cases.rooms import ME, deactivated_slots, legal_for_miniboss, two_players, with_minibosses
from companion.cases.sitting import EVERYWHERE, WITH_MINIBOSSES, Result, Sitting
from engine.boss_monster.building import SLOTS
from engine.boss_monster.commands import (
    BuildRoom,
    ChangeCoins,
    Command,
    DestroyRoom,
    FinishBuild,
    Placed,
    Promote,
    RevealRooms,
    SellRoom,
    UseLevel3,
)
from engine.boss_monster.state import Phase
from engine.core.ids import CopyId


def miniboss_place(case: Case) -> Result:
    """Where another miniboss may be built (BM-MINI-2 to -5)."""
    case.given.only("rooms", "minibosses", "deactivated", *EVERYWHERE)
    sitting = two_players(case, WITH_MINIBOSSES)
    with_minibosses(sitting, case.given, deactivated_slots(case.given))
    return Result({"legal": legal_for_miniboss(sitting)}, (sitting,))


def gap_minibosses(case: Case) -> Result:
    """A room is destroyed; the others move with their minibosses (BM-GLOSS-14, BM-MINI-14)."""
    given = case.given
    given.only("rooms", "minibosses", "deactivated", "destroy_slot", *EVERYWHERE)
    sitting = two_players(case, WITH_MINIBOSSES)
    with_minibosses(sitting, given, deactivated_slots(given))
    slot = given.whole("destroy_slot", least=1, most=SLOTS)
    if slot > given.whole("rooms"):
        raise CaseError(f"there is no room in slot {slot}", given.at("destroy_slot"))
    sitting.attempt(DestroyRoom(sitting.id_of(ME), slot))
    dungeon = sitting.player(ME).dungeon
    answer: dict[str, object] = {
        "rooms": len(dungeon),
        "minibosses": [place for place, stack in enumerate(dungeon, start=1) if stack.miniboss],
        "legal_after": legal_for_miniboss(sitting),
    }
    return Result(answer, (sitting,))


def miniboss_reveal(case: Case) -> Result:
    """A revealed miniboss is paid for or discarded (BM-MINI-6, -7)."""
    case.given.only("cases", *EVERYWHERE)
    results, sittings = [], []
    for facts in case.given.records("cases", needed=True):
        facts.only("coins", "wish")
        life = Life(case, facts.whole("coins"))
        life.reveal(facts.choice("wish", ("pay", "discard")))
        level = life.level
        results.append({"state": f"level{level}" if level else "discarded", "coins": life.coins})
        sittings.append(life.sitting)
    return Result({"results": results}, tuple(sittings))


STEPS = ("reveal_pay", "reveal_discard", "promote", "use_level3", "gain_coin", "destroy", "overbuild")


def miniboss_life(case: Case) -> Result:
    """One miniboss over several rounds (BM-MINI-6 to -12)."""
    case.given.only("coins", "steps", *EVERYWHERE)
    life = Life(case, case.given.whole("coins"))
    results = []
    for step in case.given.records("steps", needed=True):
        step.only("round", "do")
        life.go_to_round(step.whole("round", least=1, most=99), step)
        rule = life.step(step.choice("do", STEPS))
        outcome: dict[str, object] = {"ok": True} if rule is None else {"ok": False, "rule": rule}
        results.append({**outcome, "level": life.level, "coins": life.coins})
    return Result({"results": results}, (life.sitting,))


class Life:
    """A room with room for a miniboss, and its owner's hoard."""

    def __init__(self, case: Case, coins: int) -> None:
        self.sitting = two_players(case, WITH_MINIBOSSES)
        self.deck = self.sitting.box.filler()
        self._made = 0
        self.sitting.change(ME, dungeon=self.sitting.plain_dungeon(1), coins=coins)

    @property
    def level(self) -> int | None:
        """The level that the miniboss shows; nothing when there is none."""
        dungeon = self.sitting.player(ME).dungeon
        tucked = dungeon[0].miniboss if dungeon else None
        return tucked.level if tucked else None

    @property
    def coins(self) -> int:
        """The hoard."""
        return self.sitting.player(ME).coins

    def go_to_round(self, number: int, step: Record) -> None:
        """Play on to the build phase of this round; nothing else happens in between."""
        if number < self.sitting.state.round:
            raise CaseError("rounds only go forward", step.at("round"))
        while self.sitting.state.round < number:
            self.sitting.next_build_phase(self.deck)

    def step(self, word: str) -> str | None:
        """Do it; the rule that forbids it otherwise."""
        me = self.sitting.id_of(ME)
        match word:
            case "reveal_pay":
                self.reveal("pay")
                return None if self.level else "BM-COIN-6"
            case "reveal_discard":
                self.reveal("discard")
                return None
            case "promote":
                return self._try(Promote(me, 1))
            case "use_level3":
                return self._try(UseLevel3(me, 1))
            case "gain_coin":
                return self._try(ChangeCoins(me, 1))
            case "destroy":
                return self._try(DestroyRoom(me, 1))
            case _:
                return self._try(BuildRoom(me, 1, self._new_room()))

    def reveal(self, wish: str) -> None:
        """A miniboss is placed face-down, turned up, and paid for or not."""
        me = self.sitting.id_of(ME)
        self._made += 1
        miniboss: CopyId = self.sitting.box.miniboss(f"miniboss {self._made}")
        if self.sitting.state.phase is not Phase.BUILD:
            self.sitting.next_build_phase(self.deck)
        self.sitting.do(FinishBuild(me, 1))
        self.sitting.finish_building()
        self.sitting.do(RevealRooms((Placed(me, 1, miniboss),)))
        while self.sitting.state.question is not None:
            choices = self.sitting.state.question.choices
            self.sitting.answer(wish if wish in choices else "discard" if "discard" in choices else None)

    def _try(self, command: Command) -> str | None:
        refused = self.sitting.attempt(command)
        return None if refused is None else refused.rule or "BM-MINI-7"

    def _new_room(self) -> CopyId:
        self._made += 1
        return self.sitting.box.room(f"new {self._made}")


def coin_rule(case: Case) -> Result:
    """Room cards discarded for coins (BM-COIN-7, -8)."""
    given = case.given
    given.only("coins", "steps", *EVERYWHERE)
    sitting = two_players(case, WITH_MINIBOSSES)
    deck = sitting.box.filler()
    sitting.change(ME, coins=given.whole("coins"))
    after = []
    for word, path in given.texts("steps", needed=True):
        _coin_step(sitting, word, path, deck)
        after.append(sitting.player(ME).coins)
    return Result({"coins_after": after}, (sitting,))


def _coin_step(sitting: Sitting, word: str, path: tuple[str, ...], deck: tuple[CopyId, ...]) -> None:
    if word == "next_round":
        sitting.next_build_phase(deck)
    elif word in ("discard_room", "discard_miniboss"):
        sitting.attempt(SellRoom(sitting.id_of(ME), is_miniboss=word == "discard_miniboss"))
    else:
        raise CaseError(f"cannot be {shown(word)}; known: discard_room, discard_miniboss, next_round", path)
