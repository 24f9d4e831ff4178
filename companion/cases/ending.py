"""Cases about scores: the end of a round, wounds in mid-round, intrigue (BM-END, BM-CL-10 to -14, BM-VAR-2)."""

from companion.cases.fields import CaseError, Record
from companion.cases.reading import Case
from companion.cases.sitting import EVERYWHERE, Result, Seat, Sitting, checked_game, sitting_for
from engine.boss_monster.commands import BeginAdventure, BeginRound, HealWound, WalkOn
from engine.boss_monster.events import GameWon, PlayerEliminated, Reminder, RoundBegan
from engine.boss_monster.state import Phase, Stack
from engine.core.ids import CopyId

ME, OTHER = "me", "other"
GOES_ON = "BM-END-10"


def end(case: Case) -> Result:
    """Who is out, who wins and by which rule; with a ranking, or with the heroes of the next round."""
    given = case.given
    given.only("players", "deck_exhausted", *EVERYWHERE)
    players = dict(given.entries("players"))
    sitting = sitting_for(case, players)
    checked_game(case, sitting)
    sitting.sit(Seat(name, facts.whole("xp")) for name, facts in players.items())
    for name, facts in players.items():
        facts.only("xp", "souls", "wounds")
        sitting.change(name, souls=facts.whole("souls"), wounds=facts.whole("wounds"))
    deck = sitting.box.filler()
    if given.flag("deck_exhausted"):
        sitting.set(seen_heroes=deck)
    sitting.set(phase=Phase.BAITED, active=None)
    events = (*sitting.do(BeginAdventure()), *sitting.finish_adventure())
    out = {event.player for event in events if isinstance(event, PlayerEliminated)}
    won = next((event for event in events if isinstance(event, GameWon)), None)
    answer: dict[str, object] = {
        "eliminated": [name for name in players if sitting.id_of(name) in out],
        "winner": sitting.name_of(won.player) if won else None,
        "by": won.rule if won else GOES_ON,
    }
    if won is None:
        began = [event for event in sitting.do(BeginRound()) if isinstance(event, RoundBegan)]
        answer["heroes_next_round"] = began[0].heroes
    elif won.ranking:
        answer["ranking"] = [sitting.name_of(player) for player in won.ranking]
    return Result(answer, (sitting,))


def intrigue(case: Case) -> Result:
    """Who may draw a card because no soul was gained (BM-VAR-2, -5)."""
    given = case.given
    given.only("before", "after", *EVERYWHERE)
    before, after = given.record("before"), given.record("after")
    for name in (*before.data, *after.data):
        if name not in before or name not in after:
            raise CaseError("name everybody before and after the round", given.at("after"))
    sitting = sitting_for(case, before.data, intrigue=True)
    checked_game(case, sitting)
    sitting.sit(Seat(name, 1000 - place) for place, name in enumerate(before.data))
    for name in before.data:
        sitting.change(name, souls=after.whole(name), souls_before=before.whole(name))
    sitting.box.filler()
    sitting.set(phase=Phase.BAITED, active=None)
    events = (*sitting.do(BeginAdventure()), *sitting.finish_adventure())
    drawing = [event.players for event in events if isinstance(event, Reminder) and event.key == "intrigue"]
    may = {player for players in drawing for player in players}
    return Result({"may_draw": [name for name in before.data if sitting.id_of(name) in may]}, (sitting,))


# -- souls and wounds in mid-round -------------------------------------------------------------------------------------

STEPS = ("survives", "dies", "heal")
HEALTHY = 99


def score_trace(case: Case) -> Result:
    """Souls and wounds after each step of a round, and whether the player is out at its end (BM-ADV-25)."""
    given = case.given
    given.only("souls", "wounds", "steps", *EVERYWHERE)
    steps = [_step(step) for step in given.records("steps", needed=True)]
    sitting = sitting_for(case, (ME, OTHER))
    checked_game(case, sitting)
    sitting.sit([Seat(ME, 900), Seat(OTHER, 100)])
    sitting.backstage.add(OTHER)
    heroes = [_hero(sitting, number, *step) for number, step in enumerate(steps)]
    _begin(sitting, given, steps, heroes)
    trace: list[dict[str, int]] = []
    for (word, _), hero in zip(steps, heroes, strict=True):
        if word == "heal":
            _heal(sitting, hero)
        else:
            _until_done(sitting, hero)
        me = sitting.player(ME)
        trace.append({"souls": me.souls, "wounds": me.wounds})
    sitting.finish_adventure()
    return Result({"trace": trace, "eliminated": _is_out(sitting)}, (sitting,))


def _step(step: Record) -> tuple[str, str]:
    step.only(*STEPS)
    if len(step.data) != 1:
        raise CaseError(f"say one of {', '.join(STEPS)}", step.path)
    word = next(iter(step.data))
    return word, step.choice(word, ("ordinary", "epic"))


def _hero(sitting: Sitting, number: int, word: str, kind: str) -> CopyId:
    health = 1 if word == "dies" else HEALTHY
    return sitting.box.hero(f"h{number}", health=health, epic=kind == "epic")


def _begin(sitting: Sitting, given: Record, steps: list[tuple[str, str]], heroes: list[CopyId]) -> None:
    """All heroes of the case wait at the entrance; another player's hero keeps the round open until all is done."""
    last = sitting.box.hero("(other)")
    queue = tuple(hero for (word, _), hero in zip(steps, heroes, strict=True) if word != "heal")
    wounded = tuple(hero for (word, _), hero in zip(steps, heroes, strict=True) if word == "heal")
    room = _room_of_one(sitting, "mine")
    sitting.change(
        ME, souls=given.whole("souls"), wounds=given.whole("wounds"), entrance=queue, survivors=wounded, dungeon=room
    )
    sitting.change(OTHER, entrance=(last,), dungeon=_room_of_one(sitting, "other"))
    sitting.box.filler()
    sitting.set(seen_heroes=(*heroes, last), phase=Phase.BAITED, active=None)
    sitting.do(BeginAdventure())


def _room_of_one(sitting: Sitting, name: str) -> tuple[Stack, ...]:
    """A dungeon of one room that does one damage."""
    return (Stack((sitting.box.room(name, Record({"dmg": 1}, ())),)),)


def _heal(sitting: Sitting, hero: CopyId) -> None:
    """A wound becomes a soul. Without so many wounds there is no such card to turn over."""
    me = sitting.player(ME)
    card = sitting.box.hero_card(hero)
    if me.wounds >= card.wounds:
        sitting.do(HealWound(me.id, hero))


def _until_done(sitting: Sitting, hero: CopyId) -> None:
    while hero in sitting.player(ME).entrance:
        sitting.do(WalkOn())


def _is_out(sitting: Sitting) -> bool:
    me = sitting.id_of(ME)
    return any(isinstance(told.event, PlayerEliminated) and told.event.player == me for told in sitting.told)
