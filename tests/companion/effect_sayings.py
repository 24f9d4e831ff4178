"""What card effects bring about, and the sentences that belong to it, in German and English."""

from engine.boss_monster import effect_events as outcome
from engine.boss_monster import events as happened
from engine.boss_monster.cards import RoomKind, RoomType, Treasure
from engine.boss_monster.effect_events import AllHold, Deed, DungeonHolds, HandTask, RoomHolds
from engine.boss_monster.events import Event
from engine.boss_monster.state import Change, Holds
from engine.boss_monster.words.meanings import Sort
from engine.core.ids import CopyId, PlayerId

ANNA, BEN, CEM = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")
NICK = CopyId("bm.hero.nick_the_masher#1")
ALTAR, GRAVE = CopyId("bm.room.dark_altar#1"), CopyId("bm.room.open_grave#1")
MINIBOSS, SWORD = CopyId("bm.miniboss.grim_warden#1"), CopyId("bm.item.bright_sword#1")
FEAR = CopyId("bm.spell.fear#1")


def room_holds(holds: Holds, amount: int = 0, treasure: Treasure | None = None) -> Event:
    return RoomHolds(ANNA, 1, ALTAR, Change(holds, FEAR, amount, treasure))


def holds_for(holds: Holds, amount: int = 0, type_: RoomType | None = None, kind: RoomKind | None = None) -> Event:
    return DungeonHolds(ANNA, Change(holds, FEAR, amount, type=type_, kind=kind))


ROUND_SAYINGS: list[tuple[Event, str, str]] = [
    (
        room_holds(Holds.DOUBLE_DAMAGE),
        "Dark Altar bei Anna macht in dieser Runde doppelten Schaden.",
        "Anna's Dark Altar deals double damage this round.",
    ),
    (
        room_holds(Holds.NO_DAMAGE),
        "Dark Altar bei Anna macht in dieser Runde keinen Schaden, und nichts kann ihn erhöhen.",
        "Anna's Dark Altar deals no damage this round, and nothing can raise it.",
    ),
    (
        room_holds(Holds.TREASURE, 2, Treasure.ARTIFACT),
        "Dark Altar bei Anna hat in dieser Runde 2 Artefakte mehr.",
        "Anna's Dark Altar has 2 artifacts more this round.",
    ),
    (
        room_holds(Holds.DOUBLE_TREASURE),
        "Der Schatz von Dark Altar bei Anna zählt in dieser Runde doppelt.",
        "The treasure of Anna's Dark Altar counts double this round.",
    ),
    (
        room_holds(Holds.NO_TREASURE),
        "Dark Altar bei Anna hat in dieser Runde keinen Schatz.",
        "Anna's Dark Altar has no treasure this round.",
    ),
    (
        room_holds(Holds.ALL_TREASURES),
        "Dark Altar bei Anna hat in dieser Runde statt des eigenen Schatzes ein Symbol für jede Klasse.",
        "Anna's Dark Altar has one symbol for each class this round instead of its own treasure.",
    ),
    (
        room_holds(Holds.SILENT),
        "Der Text von Dark Altar bei Anna gilt in dieser Runde nicht.",
        "Anna's text's Dark Altar does not count this round.",
    ),
    (
        room_holds(Holds.STRENGTHENS, 1),
        "Wer in dieser Runde Dark Altar bei Anna betritt, hat 1 Leben mehr.",
        "Whoever enters Anna's Dark Altar this round has 1 health more.",
    ),
    (
        holds_for(Holds.DAMAGE, 2),
        "Alle Räume bei Anna machen in dieser Runde 2 Schaden mehr.",
        "All rooms of Anna deal 2 damage more this round.",
    ),
    (
        holds_for(Holds.DAMAGE, -1, RoomType.MONSTER),
        "Alle Monsterräume bei Anna machen in dieser Runde 1 Schaden weniger.",
        "All monster rooms of Anna deal 1 damage less this round.",
    ),
    (
        holds_for(Holds.DAMAGE, 1, RoomType.MONSTER, RoomKind.ORDINARY),
        "Alle gewöhnlichen Monsterräume bei Anna machen in dieser Runde 1 Schaden mehr.",
        "All ordinary monster rooms of Anna deal 1 damage more this round.",
    ),
    (
        holds_for(Holds.DOUBLE_DAMAGE, type_=RoomType.TRAP),
        "Alle Fallenräume bei Anna machen in dieser Runde doppelten Schaden.",
        "All trap rooms of Anna deal double damage this round.",
    ),
    (
        holds_for(Holds.NO_DAMAGE, type_=RoomType.TRAP, kind=RoomKind.ORDINARY),
        "Alle gewöhnlichen Fallenräume bei Anna machen in dieser Runde keinen Schaden.",
        "All ordinary trap rooms of Anna deal no damage this round.",
    ),
    (
        holds_for(Holds.DOUBLE_TREASURE),
        "Der Schatz aller Räume bei Anna zählt in dieser Runde doppelt, der vom Boss nicht.",
        "The treasure of all rooms of Anna counts double this round, that of the boss does not.",
    ),
    (
        holds_for(Holds.SILENT),
        "Alle Räume bei Anna sind in dieser Runde ohne Text.",
        "All rooms of Anna are without text this round.",
    ),
    (
        holds_for(Holds.STRENGTHENS, 2),
        "Wer in dieser Runde den Dungeon von Anna betritt, hat 2 Leben mehr.",
        "Whoever enters Anna's dungeon this round has 2 health more.",
    ),
    (
        holds_for(Holds.SKIP_FIRST),
        "Wer in dieser Runde den Dungeon von Anna betritt, überspringt den ersten Raum.",
        "Whoever enters Anna's dungeon this round skips its first room.",
    ),
    (
        holds_for(Holds.CLOSED),
        "In dieser Runde betritt niemand mehr den Dungeon von Anna. Die Helden warten am Eingang.",
        "Nobody enters Anna's dungeon any more this round. The heroes wait at the entrance.",
    ),
    (
        holds_for(Holds.NO_BUILD),
        "Anna darf in dieser Runde nichts mehr bauen.",
        "Anna may not build anything more this round.",
    ),
    (
        holds_for(Holds.FREE_BUILD),
        "Anna darf in dieser Runde einen erweiterten Raum auf jeden Raum bauen.",
        "Anna may build an advanced room on any room this round.",
    ),
    (
        holds_for(Holds.BUILD_MORE),
        "Anna darf in dieser Runde eine Karte mehr verdeckt legen, auf einen anderen Platz.",
        "Anna may place one more card face-down this round, on another slot.",
    ),
    (
        holds_for(Holds.NO_SPELLS),
        "Anna darf in dieser Runde keine Zauber mehr spielen.",
        "Anna may not play spells any more this round.",
    ),
    (
        holds_for(Holds.CANNOT_LOSE),
        "Anna kann in dieser Runde nicht durch Wunden ausscheiden.",
        "Anna cannot be out by wounds this round.",
    ),
    (
        holds_for(Holds.CANNOT_WIN),
        "Anna kann in dieser Runde nicht durch Seelen gewinnen.",
        "Anna cannot win by souls this round.",
    ),
    (
        holds_for(Holds.WOUNDS, 1),
        "Anna hat bis zum Ende der Runde 1 Wunde mehr.",
        "Anna has 1 wound more until the end of the round.",
    ),
    (
        holds_for(Holds.SWITCHED_OFF),
        "Fear bei Anna wirkt in dieser Runde nicht mehr.",
        "Anna's Fear does not work any more this round.",
    ),
    (
        AllHold(Change(Holds.NO_BUILD, FEAR)),
        "In dieser Runde wird nichts mehr gebaut. Verdeckte Karten gehen zurück auf die Hand.",
        "Nothing more is built this round. Face-down cards go back to the hands.",
    ),
    (
        AllHold(Change(Holds.SILENT, FEAR, kind=RoomKind.ADVANCED)),
        "Alle erweiterten Räume sind in dieser Runde ohne Text.",
        "All advanced rooms are without text this round.",
    ),
]

OUTCOME_SAYINGS: list[tuple[Event, str, str]] = [
    (
        outcome.EffectLost(ANNA, ALTAR),
        "Der Rest des Effekts von Dark Altar geht ins Leere.",
        "The rest of the effect of Dark Altar comes to nothing.",
    ),
    (
        happened.EffectAnnounced(BEN, FEAR),
        "Ben kündigt Fear an.",
        "Ben announces Fear.",
    ),
    (happened.EffectResolves(BEN, FEAR), "Jetzt gilt Fear von Ben.", "Now Ben's Fear takes place."),
    (
        happened.SpellCancelled(BEN, FEAR),
        "Fear von Ben bleibt ohne Wirkung.",
        "Ben's Fear has no effect.",
    ),
    (
        happened.SpellCancelled(BEN, FEAR, ANNA),
        "Anna verhindert Fear von Ben.",
        "Anna prevents Ben's Fear.",
    ),
    (
        happened.HeroSkipped(ANNA, NICK, 1, ALTAR),
        "Kleriker Nick the Masher überspringt Dark Altar.",
        "Cleric Nick the Masher skips Dark Altar.",
    ),
    (
        outcome.HeroWillSkip(NICK, 1),
        "Kleriker Nick the Masher überspringt den nächsten Raum.",
        "Cleric Nick the Masher skips the next room.",
    ),
    (
        outcome.HeroWillSkip(NICK, 2),
        "Kleriker Nick the Masher überspringt die nächsten 2 Räume.",
        "Cleric Nick the Masher skips the next 2 rooms.",
    ),
    (
        outcome.HeroHeld(NICK, ANNA),
        "Kleriker Nick the Masher wartet am Eingang von Anna bis zur nächsten Runde.",
        "Cleric Nick the Masher waits at Anna's entrance until the next round.",
    ),
    (
        outcome.DeadRaised(NICK, BEN, 1),
        "Kleriker Nick the Masher kehrt von den Toten zurück. Ben verliert 1 Seele.",
        "Cleric Nick the Masher returns from the dead. Ben loses 1 soul.",
    ),
    (
        outcome.HeroScored(NICK, ANNA, 2),
        "Kleriker Nick the Masher zählt ab jetzt für Anna: 2 Seelen.",
        "Cleric Nick the Masher now counts for Anna: 2 souls.",
    ),
    (outcome.ScoreChanged(BEN, souls=-1), "Ben verliert 1 Seele.", "Ben loses 1 soul."),
    (outcome.ScoreChanged(BEN, souls=2), "Ben bekommt 2 Seelen.", "Ben gets 2 souls."),
    (outcome.ScoreChanged(BEN, wounds=-2), "Ben wird 2 Wunden los.", "Ben is rid of 2 wounds."),
    (outcome.ScoreChanged(BEN, wounds=1), "Ben bekommt 1 Wunde.", "Ben gets 1 wound."),
    (outcome.SpellKept(ANNA, FEAR), "Fear bleibt offen bei Anna liegen.", "Fear stays face-up with Anna."),
    (
        outcome.CountersChanged(ANNA, 1, ALTAR, 2, 3),
        "Dark Altar bei Anna bekommt 2 Marker und hat jetzt 3. Jeder Marker ist 1 Schaden mehr.",
        "Anna's Dark Altar gets 2 counters and now has 3. Each counter is 1 damage more.",
    ),
    (
        outcome.CountersChanged(ANNA, 1, ALTAR, -1, 2),
        "Dark Altar bei Anna verliert 1 Marker und hat noch 2.",
        "Anna's Dark Altar loses 1 counter and has 2 left.",
    ),
    (
        outcome.DungeonReversed(ANNA),
        "Der Dungeon von Anna wird umgedreht: Der erste Raum ist ab jetzt der letzte. Legt die Räume um.",
        "Anna's dungeon is reversed: the first room is the last one from now on. Move the rooms.",
    ),
    (
        outcome.RoomBroughtUp(ANNA, 1, GRAVE, ALTAR),
        "Open Grave bei Anna kommt nach oben und liegt jetzt auf Dark Altar.",
        "Anna's Open Grave comes to the top and now lies on Dark Altar.",
    ),
    (
        outcome.RoomsBuiltAgain(ANNA, (ALTAR, GRAVE)),
        "Bei Anna gilt als gerade gebaut: Dark Altar, Open Grave.",
        "In Anna's dungeon this counts as just built: Dark Altar, Open Grave.",
    ),
    (
        outcome.BuildGoesTo(ANNA, BEN),
        "Anna legt die Karte dieser Runde verdeckt auf einen Raum von Ben.",
        "Anna places the card of this round face-down on a room of Ben.",
    ),
    (
        outcome.BossTreasureGained(ANNA, (Treasure.RELIC, Treasure.GOLD, Treasure.RELIC)),
        "Der Boss von Anna hat für den Rest des Spiels mehr Schätze: 2 Relikte, 1 Gold.",
        "Anna's boss has more treasure for the rest of the game: 2 relics, 1 gold.",
    ),
    (
        outcome.LevelUpCopied(ANNA, CopyId("bm.boss.king_croak#1")),
        "Anna hat jetzt auch das Level Up von King Croak.",
        "Anna now also has the level-up of King Croak.",
    ),
    (
        outcome.ItemCopied(ANNA, SWORD),
        "Anna nutzt die Wirkung von Bright Sword. Die Karte bleibt, wie sie liegt.",
        "Anna uses the effect of Bright Sword. The card stays as it lies.",
    ),
    (
        outcome.CoinsLaid(ANNA, 1, ALTAR, 1, 1),
        "Auf Dark Altar bei Anna liegt jetzt 1 Münze.",
        "1 coin now lies on Anna's Dark Altar.",
    ),
    (
        outcome.CoinsLaid(ANNA, 1, ALTAR, 1, 3),
        "Auf Dark Altar bei Anna liegen jetzt 3 Münzen.",
        "3 coins now lie on Anna's Dark Altar.",
    ),
    (
        outcome.HoardsSwapped(ANNA, 3, BEN, 0),
        "Anna und Ben tauschen alle Münzen. Anna hat jetzt 3 Münzen, Ben keine Münze.",
        "Anna and Ben exchange all coins. Anna now has 3 coins, Ben no coins.",
    ),
    (
        outcome.MinibossReturned(ANNA, 1, MINIBOSS),
        "Grim Warden geht zurück auf die Hand von Anna.",
        "Grim Warden goes back to Anna's hand.",
    ),
    (
        outcome.MinibossTaken(ANNA, 1, MINIBOSS, BEN, 2),
        "Grim Warden wechselt von Ben zu Anna und bleibt auf Stufe 2.",
        "Grim Warden changes from Ben to Anna and stays at level 2.",
    ),
]

HAND_SAYINGS: list[tuple[Event, str, str]] = [
    (HandTask((ANNA,), Deed.DRAW, 2, Sort.SPELL), "Anna zieht 2 Zauber.", "Anna draws 2 spells."),
    (
        HandTask((ANNA, BEN), Deed.DRAW, 1, Sort.ROOM),
        "Anna und Ben ziehen je 1 Raumkarte.",
        "Anna and Ben draw 1 room card each.",
    ),
    (
        HandTask((ANNA,), Deed.DRAW, 2),
        "Anna zieht 2 Karten: Räume oder Zauber nach Wahl.",
        "Anna draws 2 cards: rooms or spells as desired.",
    ),
    (
        HandTask((ANNA,), Deed.DRAW_UP_TO, 2, Sort.SPELL),
        "Anna darf bis zu 2 Zauber ziehen.",
        "Anna may draw up to 2 spells.",
    ),
    (
        HandTask((ANNA, BEN, CEM), Deed.DRAW_UP_TO, 3),
        "Anna, Ben und Cem dürfen je bis zu 3 Karten ziehen: Räume oder Zauber nach Wahl.",
        "Anna, Ben and Cem may draw up to 3 cards each: rooms or spells as desired.",
    ),
    (
        HandTask((ANNA,), Deed.DRAW_INSTEAD, 1, Sort.SPELL),
        "Anna darf statt der Raumkarte dieser Runde 1 Zauber ziehen.",
        "Anna may draw 1 spell instead of the room card of this round.",
    ),
    (
        HandTask((BEN,), Deed.DISCARD, 1, Sort.ROOM),
        "Ben legt 1 Raumkarte eigener Wahl ab.",
        "Ben discards 1 room card of choice.",
    ),
    (
        HandTask((BEN, CEM), Deed.DISCARD, 2, Sort.MONSTER_ROOM),
        "Ben und Cem legen je 2 Monsterräume eigener Wahl ab.",
        "Ben and Cem discard 2 monster rooms of choice each.",
    ),
    (
        HandTask((BEN,), Deed.DISCARD_RANDOM, 1, Sort.SPELL, ANNA),
        "Ben verliert 1 Zauber: Anna zieht blind aus der Hand und legt ab.",
        "Ben loses 1 spell: Anna draws blindly from the hand and discards.",
    ),
    (
        HandTask((BEN, CEM), Deed.DISCARD_RANDOM, 1, Sort.ROOM, ANNA),
        "Ben und Cem verlieren je 1 Raumkarte: Anna zieht blind aus jeder Hand und legt ab.",
        "Ben and Cem lose 1 room card each: Anna draws blindly from every hand and discards.",
    ),
    (
        HandTask((BEN,), Deed.DISCARD_RANDOM, 2, Sort.ROOM),
        "Ben zieht blind 2 Raumkarten aus der eigenen Hand und legt ab.",
        "Ben blindly draws 2 room cards from the own hand and discards.",
    ),
    (HandTask((ANNA,), Deed.DISCARD_HAND), "Anna legt alle Handkarten ab.", "Anna discards the whole hand."),
    (
        HandTask((ANNA, BEN), Deed.DISCARD_HAND),
        "Anna und Ben legen alle Handkarten ab.",
        "Anna and Ben discard their whole hands.",
    ),
    (
        HandTask((ANNA,), Deed.DISCARD_TOP, 3, Sort.ROOM),
        "Anna legt 3 Raumkarten oben vom Raumstapel ab.",
        "Anna discards 3 room cards from the top of the room deck.",
    ),
    (
        HandTask((BEN,), Deed.REDRAW),
        "Ben legt alle Handkarten ab und zieht ebenso viele Räume und Zauber.",
        "Ben discards the whole hand and draws as many rooms and spells.",
    ),
    (
        HandTask((ANNA,), Deed.TAKE_DISCARDED, 1, Sort.ADVANCED_ROOM),
        "Anna nimmt 1 erweiterten Raum vom Ablagestapel.",
        "Anna takes 1 advanced room from the discard pile.",
    ),
    (
        HandTask((ANNA,), Deed.TAKE_DISCARDED, 1, Sort.PLAYED_SPELL),
        "Anna nimmt 1 in dieser Runde gespielten Zauber vom Ablagestapel.",
        "Anna takes 1 spell played in this round from the discard pile.",
    ),
    (
        HandTask((ANNA,), Deed.TAKE_IT),
        "Anna nimmt die abgelegte Karte auf die Hand.",
        "Anna takes the discarded card into the hand.",
    ),
    (
        HandTask((ANNA,), Deed.TAKE_IT, taken=ALTAR),
        "Anna nimmt Dark Altar auf die Hand.",
        "Anna takes Dark Altar into the hand.",
    ),
    (
        HandTask((ANNA,), Deed.STEAL, 1, Sort.ROOM, BEN),
        "Anna sieht die Hand von Ben an und darf daraus 1 Raumkarte nehmen.",
        "Anna looks at Ben's hand and may take 1 room card from it.",
    ),
    (
        HandTask((ANNA,), Deed.STEAL_RANDOM, 1, Sort.SPELL, BEN),
        "Anna zieht blind 1 Zauber aus der Hand von Ben.",
        "Anna takes 1 spell at random from Ben's hand.",
    ),
    (
        HandTask((ANNA,), Deed.GIVE, 1, Sort.ROOM, BEN),
        "Anna gibt 1 Raumkarte eigener Wahl an Ben.",
        "Anna gives 1 room card of choice to Ben.",
    ),
    (
        HandTask((ANNA,), Deed.SHOW, 1, Sort.MONSTER_ROOM),
        "Anna zeigt 1 Monsterraum aus der Hand und behält die Karte.",
        "Anna shows 1 monster room from the hand and keeps the card.",
    ),
    (
        HandTask((ANNA,), Deed.SEARCH, 1, Sort.ADVANCED_TRAP_ROOM),
        "Anna sucht 1 erweiterten Fallenraum aus dem Stapel oder den abgelegten Karten, nimmt die Karte und "
        "mischt den Stapel.",
        "Anna searches the deck or the discarded cards for 1 advanced trap room, takes the card and shuffles the deck.",
    ),
]

EFFECT_SAYINGS = [*ROUND_SAYINGS, *OUTCOME_SAYINGS, *HAND_SAYINGS]
