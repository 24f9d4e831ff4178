"""Events and the sentences that belong to them, in German and English."""

from engine.boss_monster import events as happened
from engine.boss_monster.cards import Lure, Treasure
from engine.boss_monster.events import Event, GameWon, HeroBaited, HeroDied, HeroSurvived, QuestionAsked, RoomEntered
from engine.boss_monster.state import Question
from engine.core.ids import CopyId, PlayerId

ANNA, BEN, CEM = PlayerId("p1"), PlayerId("p2"), PlayerId("p3")
NICK = CopyId("bm.hero.nick_the_masher#1")
FOOL = CopyId("bm.hero.the_fool#1")
ALTAR, GRAVE = CopyId("bm.room.dark_altar#1"), CopyId("bm.room.open_grave#1")
MINIBOSS, SWORD, WHIP = CopyId("bm.miniboss.grim_warden#1"), CopyId("bm.item.bright_sword#1"), CopyId("bm.item.whip#1")


def baited(
    player: PlayerId | None,
    counts: tuple[int, int, int],
    treasure: Treasure | None = Treasure.RELIC,
    rule: str = "BM-BAIT-5",
    lure: Lure | None = None,
    also: Treasure | None = None,
) -> Event:
    hero = NICK if treasure else FOOL
    compared = tuple(zip((ANNA, BEN, CEM), counts, strict=True))
    by = lure or (Lure.TREASURE if treasure else Lure.FEWEST_SOULS)
    return HeroBaited(hero, player, compared, treasure, rule, by, also)


SAYINGS: list[tuple[Event, str, str]] = [
    (
        baited(ANNA, (3, 1, 0)),
        "Kleriker Nick the Masher geht zu Anna: 3 Relikte gegen 1.",
        "Cleric Nick the Masher goes to Anna: 3 relics against 1.",
    ),
    (
        baited(None, (2, 2, 0)),
        "Kleriker Nick the Masher bleibt in der Stadt: Anna und Ben haben beide 2 Relikte.",
        "Cleric Nick the Masher stays in town: Anna and Ben both have 2 relics.",
    ),
    (
        baited(None, (1, 1, 1)),
        "Kleriker Nick the Masher bleibt in der Stadt: Anna, Ben und Cem haben je 1 Relikt.",
        "Cleric Nick the Masher stays in town: Anna, Ben and Cem have 1 relic each.",
    ),
    (
        baited(None, (0, 0, 0)),
        "Kleriker Nick the Masher bleibt in der Stadt: niemand hat Relikte.",
        "Cleric Nick the Masher stays in town: nobody has relics.",
    ),
    (
        baited(BEN, (2, 1, 4), None),
        "The Fool geht zu Ben: am wenigsten Seelen, 1 gegen 2.",
        "The Fool goes to Ben: fewest souls, 1 against 2.",
    ),
    (
        baited(None, (2, 2, 4), None),
        "The Fool bleibt in der Stadt: Anna und Ben haben beide am wenigsten Seelen, nämlich 2.",
        "The Fool stays in town: Anna and Ben both have the fewest souls, namely 2.",
    ),
    (
        baited(None, (0, 0, 0), None),
        "The Fool bleibt in der Stadt: Anna, Ben und Cem haben am wenigsten Seelen, je 0.",
        "The Fool stays in town: Anna, Ben and Cem have the fewest souls, 0 each.",
    ),
    (
        baited(CEM, (3, 1, 0)),
        "Kleriker Nick the Masher geht zu Cem: so habt ihr entschieden.",
        "Cleric Nick the Masher goes to Cem: as you decided.",
    ),
    (
        baited(None, (3, 1, 0)),
        "Kleriker Nick the Masher bleibt in der Stadt: so verlangt es eine Karte.",
        "Cleric Nick the Masher stays in town: a card says so.",
    ),
    (
        baited(CEM, (2, 1, 4), None, lure=Lure.MOST_SOULS),
        "The Fool geht zu Cem: die meisten Seelen, 4 gegen 2.",
        "The Fool goes to Cem: most souls, 4 against 2.",
    ),
    (
        baited(None, (3, 3, 0), None, lure=Lure.MOST_WOUNDS),
        "The Fool bleibt in der Stadt: Anna und Ben haben beide die meisten Wunden, nämlich 3.",
        "The Fool stays in town: Anna and Ben both have the most wounds, namely 3.",
    ),
    (
        baited(BEN, (3, 1, 2), None, lure=Lure.FEWEST_WOUNDS),
        "The Fool geht zu Ben: am wenigsten Wunden, 1 gegen 2.",
        "The Fool goes to Ben: fewest wounds, 1 against 2.",
    ),
    (
        baited(None, (3, 1, 2), None, lure=Lure.MOST_CARDS),
        "The Fool will zu den meisten Handkarten.",
        "The Fool looks for the largest hand.",
    ),
    (
        baited(None, (3, 1, 2), None, lure=Lure.UNKNOWN),
        "The Fool folgt einer Regel, die ich nicht kenne. Bitte lest die Karte.",
        "The Fool follows a rule that I do not know. Please read the card.",
    ),
    (
        baited(CEM, (2, -1, 4), None, lure=Lure.BEST_SCORE),
        "The Fool geht zu Cem: die meisten Seelen nach Abzug der Wunden, 4 gegen 2.",
        "The Fool goes to Cem: best score of souls minus wounds, 4 against 2.",
    ),
    (
        baited(ANNA, (4, 2, 0), also=Treasure.GOLD),
        "Kleriker Nick the Masher geht zu Anna: Relikte und Gold zusammen, 4 gegen 2.",
        "Cleric Nick the Masher goes to Anna: relics and gold together, 4 against 2.",
    ),
    (
        baited(None, (3, 3, 0), also=Treasure.GOLD),
        "Kleriker Nick the Masher bleibt in der Stadt: Relikte und Gold zusammen ergeben bei Anna und Ben je 3.",
        "Cleric Nick the Masher stays in town: relics and gold add up to 3 each for Anna and Ben.",
    ),
    (
        baited(None, (0, 0, 0), also=Treasure.GOLD),
        "Kleriker Nick the Masher bleibt in der Stadt: niemand hat Relikte oder Gold.",
        "Cleric Nick the Masher stays in town: nobody has relics or gold.",
    ),
    (
        baited(None, (3, 1, 0), rule="BM-BAIT-14"),
        "Kleriker Nick the Masher bleibt in der Stadt und lässt sich in dieser Runde nicht anlocken.",
        "Cleric Nick the Masher stays in town and cannot be lured this round.",
    ),
    (
        baited(None, (3, 1, 1), rule="BM-BAIT-8"),
        "Kleriker Nick the Masher bleibt in der Stadt: Ben und Cem haben je 1 Relikt, "
        "und bei euch zählt jeder Gleichstand.",
        "Cleric Nick the Masher stays in town: Ben and Cem have 1 relic each, and every tie counts by your rules.",
    ),
    (
        baited(BEN, (2, 2, 0), rule="BM-CL-4"),
        "Kleriker Nick the Masher geht zu Ben: Anna und Ben liegen gleichauf und teilen sich die Helden nach XP.",
        "Cleric Nick the Masher goes to Ben: Anna and Ben are level and share the heroes by XP.",
    ),
    (
        baited(None, (2, 2, 0), rule="BM-CL-5"),
        "Kleriker Nick the Masher bleibt in der Stadt: Anna und Ben liegen gleichauf, "
        "und für alle reichen die Helden nicht.",
        "Cleric Nick the Masher stays in town: Anna and Ben are level, "
        "and there are not enough heroes for all of them.",
    ),
    (
        HeroDied(ANNA, NICK, ALTAR, 2, 6, 1),
        "Kleriker Nick the Masher stirbt im Raum Dark Altar durch einen Effekt. 1 Seele für Anna.",
        "Cleric Nick the Masher is killed in Dark Altar by an effect. 1 soul for Anna.",
    ),
    (
        HeroDied(ANNA, NICK, ALTAR, 6, 6, 1),
        "Kleriker Nick the Masher stirbt im Raum Dark Altar: 6 Schaden bei 6 Leben. 1 Seele für Anna.",
        "Cleric Nick the Masher dies in Dark Altar: 6 damage against 6 health. 1 soul for Anna.",
    ),
    (
        HeroSurvived(ANNA, NICK, 0, 4, 2),
        "Kleriker Nick the Masher erreicht Draculord: kein Schaden bei 4 Leben. 2 Wunden für Anna.",
        "Cleric Nick the Masher reaches Draculord: no damage against 4 health. 2 wounds for Anna.",
    ),
    (
        RoomEntered(ANNA, NICK, 1, ALTAR, 1, 3, 4),
        "Kleriker Nick the Masher in Dark Altar: 1 Schaden, zusammen 3 von 4.",
        "Cleric Nick the Masher in Dark Altar: 1 damage, 3 of 4 so far.",
    ),
    (
        happened.TurnOrderSet((ANNA, BEN)),
        "Reihenfolge nach XP: Anna mit 900, Ben mit 850.",
        "Turn order by XP: Anna with 900, Ben with 850.",
    ),
    (happened.RoundBegan(3, 4), "Runde 3 beginnt. Deckt 4 Helden auf.", "Round 3 begins. Reveal 4 heroes."),
    (
        happened.RoundBegan(9, 0),
        "Runde 9 beginnt ohne neue Helden.",
        "Round 9 begins without new heroes.",
    ),
    (
        happened.HeroArrived(NICK),
        "Neu in der Stadt: Kleriker Nick the Masher, 4 Leben.",
        "New in town: Cleric Nick the Masher, 4 health.",
    ),
    (happened.BuildTurnBegan(BEN), "Ben ist dran und kann bauen.", "Ben may build now."),
    (
        happened.CardPlaced(BEN, 2),
        "Ben legt eine Karte verdeckt auf Platz 2.",
        "Ben places a card face-down on slot 2.",
    ),
    (happened.BuildDeclined(BEN), "Ben baut nicht.", "Ben does not build."),
    (
        happened.RevealBegan(),
        "Alle haben gewählt. Deckt die neuen Räume auf.",
        "Everybody has chosen. Turn the new rooms up.",
    ),
    (happened.RoomBuilt(BEN, 1, GRAVE), "Ben baut Open Grave.", "Ben builds Open Grave."),
    (
        happened.RoomBuilt(ANNA, 1, GRAVE, ALTAR),
        "Anna baut Open Grave über Dark Altar.",
        "Anna builds Open Grave over Dark Altar.",
    ),
    (happened.BuildTakenBack(BEN, 1), "Ben nimmt die Karte von Platz 1 zurück.", "Ben takes the card on slot 1 back."),
    (happened.BuildTakenBack(BEN, 1, True), "Ben legt die Karte von Platz 1 ab.", "Ben discards the card on slot 1."),
    (
        happened.LeveledUp(ANNA),
        "Anna hat fünf Räume: Level Up für Draculord.",
        "Anna has five rooms: Draculord levels up.",
    ),
    (
        happened.RoomTurned(ANNA, 1, ALTAR, True),
        "Dark Altar bei Anna ist deaktiviert.",
        "Anna's Dark Altar is deactivated.",
    ),
    (
        happened.RoomTurned(ANNA, 1, ALTAR, False),
        "Dark Altar bei Anna ist wieder aktiv.",
        "Anna's Dark Altar is active again.",
    ),
    (
        happened.BuildClosed(),
        "Alle Räume stehen. Jetzt locken die Schätze die Helden an.",
        "All rooms stand. Now treasure lures the heroes.",
    ),
    (happened.AdventureTurnBegan(BEN), "Abenteuer bei Ben.", "Adventure in Ben's dungeon."),
    (happened.PlayerEliminated(CEM, 5), "Cem scheidet aus: 5 Wunden.", "Cem is out: 5 wounds."),
    (
        happened.RoundEnded(2, ((ANNA, 2, 1), (BEN, 0, 0))),
        "Runde 2 ist zu Ende. Anna: 2 Seelen, 1 Wunde. Ben: keine Seele.",
        "Round 2 is over. Anna: 2 souls, 1 wound. Ben: no soul.",
    ),
    (GameWon(ANNA, "BM-END-5"), "Anna gewinnt: Alle anderen sind ausgeschieden.", "Anna wins: everybody else is out."),
    (GameWon(ANNA, "BM-END-6"), "Anna gewinnt mit 10 Seelen.", "Anna wins with 10 souls."),
    (
        GameWon(ANNA, "BM-END-7"),
        "Anna gewinnt mit dem besten Ergebnis: 10 Seelen, 1 Wunde, also 9 Punkte.",
        "Anna wins with the best score: 10 souls, 1 wound, so 9 points.",
    ),
    (
        GameWon(ANNA, "playsheet-iii"),
        "Anna gewinnt mit dem besten Ergebnis: 10 Seelen, 1 Wunde, also 9 Punkte.",
        "Anna wins with the best score: 10 souls, 1 wound, so 9 points.",
    ),
    (
        GameWon(BEN, "BM-END-8"),
        "Alle haben fünf Wunden. Ben gewinnt mit dem besten Ergebnis: 2 Seelen, keine Wunde, also 2 Punkte.",
        "Everybody has five wounds. Ben wins with the best score: 2 souls, no wounds, so 2 points.",
    ),
    (
        GameWon(ANNA, "BM-START-8"),
        "Der Heldenstapel ist leer. Anna gewinnt mit dem besten Ergebnis: 10 Seelen, 1 Wunde, also 9 Punkte.",
        "The hero deck is empty. Anna wins with the best score: 10 souls, 1 wound, so 9 points.",
    ),
    (
        GameWon(ANNA, "BM-END-9"),
        "Anna gewinnt den Gleichstand: Draculord hat die wenigsten XP.",
        "Anna wins the tie: Draculord has the lowest XP.",
    ),
    (
        GameWon(ANNA, "BM-CL-12", (ANNA, CEM, BEN)),
        "Anna gewinnt mit dem besten Ergebnis: 10 Seelen, 1 Wunde, also 9 Punkte. Danach Cem mit 3, Ben mit 2.",
        "Anna wins with the best score: 10 souls, 1 wound, so 9 points. Then come Cem with 3, Ben with 2.",
    ),
    (
        GameWon(CEM, "BM-CL-13", (CEM, ANNA, BEN)),
        "Cem gewinnt den Gleichstand: King Croak hat die wenigsten XP. Danach Anna mit 9, Ben mit 2.",
        "Cem wins the tie: King Croak has the lowest XP. Then come Anna with 9, Ben with 2.",
    ),
    (GameWon(ANNA, "BM-X"), "Anna gewinnt mit 10 Seelen und 1 Wunde.", "Anna wins with 10 souls and 1 wound."),
    (
        QuestionAsked(Question("Q-03", ("yes", "no"), ANNA, 2)),
        "Anna, hast du auf Platz 2 eine Karte verdeckt gelegt?",
        "Anna, did you place a card face-down on slot 2?",
    ),
    (
        happened.QuestionAnswered(Question("Q-17", ("yes", "no")), "yes"),
        "Stimmen Seelen und Wunden? Antwort: Ja.",
        "Are souls and wounds right? Answer: Yes.",
    ),
    (
        happened.FactCorrected(ANNA, ("souls", "wounds")),
        "Korrigiert: Seelen, Wunden von Anna.",
        "Corrected: souls, wounds of Anna.",
    ),
    (happened.FactCorrected(None, ("town",)), "Korrigiert: Stadt.", "Corrected: town."),
    (
        happened.FactCorrected(ANNA, ("coins", "damage")),
        "Korrigiert: Münzen, Schaden von Anna.",
        "Corrected: coins, damage of Anna.",
    ),
    # Effects
    (
        happened.EffectDue(ANNA, ALTAR),
        "Anna führt jetzt den Effekt von Dark Altar aus.",
        "Anna now carries out the effect of Dark Altar.",
    ),
    (
        happened.EffectAnnounced(BEN),
        "Ben kündigt einen Zauber oder eine Fähigkeit an.",
        "Ben announces a spell or an ability.",
    ),
    (happened.EffectResolves(BEN), "Jetzt gilt der Effekt von Ben.", "Now Ben's effect takes place."),
    (
        happened.RoomDestroyed(ANNA, 1, ALTAR),
        "Dark Altar bei Anna ist zerstört.",
        "Anna's Dark Altar is destroyed.",
    ),
    (
        happened.RoomDestroyed(ANNA, 1, ALTAR, GRAVE),
        "Dark Altar bei Anna ist zerstört. Darunter kommt Open Grave zum Vorschein.",
        "Anna's Dark Altar is destroyed. Open Grave comes to light below.",
    ),
    (
        happened.RoomsSwapped(ANNA, (1, 3), whole=True),
        "Bei Anna tauschen die Stapel von Platz 1 und Platz 3.",
        "The stacks on slot 1 and slot 3 of Anna change places.",
    ),
    (
        happened.RoomsSwapped(ANNA, (1, 3), whole=False),
        "Bei Anna tauschen die oberen Räume von Platz 1 und Platz 3.",
        "The top rooms on slot 1 and slot 3 of Anna change places.",
    ),
    (
        happened.RoomUsed(ANNA, 1, ALTAR),
        "Schiebt Dark Altar von Anna ein Stück nach unten: für diese Runde benutzt.",
        "Slide Anna's Dark Altar down a little: used for this round.",
    ),
    (
        happened.RoomChanged(ANNA, 1, ALTAR, 2),
        "Dark Altar bei Anna macht in dieser Runde 2 Schaden mehr.",
        "Anna's Dark Altar deals 2 damage more this round.",
    ),
    (
        happened.RoomChanged(ANNA, 1, ALTAR, -1),
        "Dark Altar bei Anna macht in dieser Runde 1 Schaden weniger.",
        "Anna's Dark Altar deals 1 damage less this round.",
    ),
    (
        happened.TreasureChanged(BEN, Treasure.RELIC, 2),
        "Ben hat in dieser Runde 2 Relikte mehr.",
        "Ben has 2 relics more this round.",
    ),
    (
        happened.TreasureChanged(BEN, Treasure.GOLD, -1),
        "Ben hat in dieser Runde 1 Gold weniger.",
        "Ben has 1 gold less this round.",
    ),
    (
        happened.HeroChanged(NICK, damage=2),
        "Kleriker Nick the Masher bekommt 2 Schaden durch einen Effekt.",
        "Cleric Nick the Masher takes 2 damage from an effect.",
    ),
    (
        happened.HeroChanged(NICK, damage=-2),
        "Kleriker Nick the Masher wird 2 Schaden wieder los.",
        "Cleric Nick the Masher is rid of 2 damage.",
    ),
    (
        happened.HeroChanged(NICK, health=3),
        "Kleriker Nick the Masher hat in dieser Runde 3 Leben mehr.",
        "Cleric Nick the Masher has 3 health more this round.",
    ),
    (
        happened.HeroChanged(NICK, health=-1),
        "Kleriker Nick the Masher hat in dieser Runde 1 Leben weniger.",
        "Cleric Nick the Masher has 1 health less this round.",
    ),
    (
        happened.HeroMoved(NICK, None),
        "Ein Effekt schickt Kleriker Nick the Masher zurück in die Stadt.",
        "An effect sends Cleric Nick the Masher back to town.",
    ),
    (
        happened.HeroMoved(NICK, BEN),
        "Ein Effekt schickt Kleriker Nick the Masher an den Eingang von Ben.",
        "An effect sends Cleric Nick the Masher to Ben's entrance.",
    ),
    (
        happened.HeroKilled(NICK, BEN, 2),
        "Ein Effekt tötet Kleriker Nick the Masher. 2 Seelen für Ben.",
        "An effect kills Cleric Nick the Masher. 2 souls for Ben.",
    ),
    (
        happened.HeroRemoved(NICK),
        "Kleriker Nick the Masher verlässt das Spiel, ohne Seele und ohne Wunde.",
        "Cleric Nick the Masher leaves the game, without a soul and without a wound.",
    ),
    (
        happened.HeroBanned(FOOL),
        "The Fool lässt sich in dieser Runde nicht anlocken.",
        "The Fool cannot be lured this round.",
    ),
    (
        happened.WoundHealed(ANNA, NICK, 1, 1),
        "Anna heilt 1 Wunde: Kleriker Nick the Masher zählt jetzt als 1 Seele.",
        "Anna heals 1 wound: Cleric Nick the Masher now counts as 1 soul.",
    ),
    # Coins, minibosses, items
    (happened.CoinsChanged(ANNA, 1, 4), "Anna bekommt 1 Münze und hat jetzt 4.", "Anna gets 1 coin and now has 4."),
    (happened.CoinsChanged(ANNA, -1, 2), "Anna zahlt 1 Münze und hat noch 2.", "Anna pays 1 coin and has 2 left."),
    (
        happened.CoinsChanged(ANNA, -2, 0),
        "Anna zahlt 2 Münzen und hat jetzt keine mehr.",
        "Anna pays 2 coins and has none left.",
    ),
    (
        happened.MinibossTucked(ANNA, 1, MINIBOSS),
        "Grim Warden zieht bei Anna in Dark Altar ein, auf Stufe 1.",
        "Grim Warden moves into Anna's Dark Altar, at level 1.",
    ),
    (
        happened.MinibossDiscarded(ANNA, MINIBOSS),
        "Grim Warden von Anna kommt auf den Ablagestapel.",
        "Anna's Grim Warden is discarded.",
    ),
    (
        happened.MinibossLevelled(ANNA, 1, MINIBOSS, 3),
        "Grim Warden von Anna ist jetzt auf Stufe 3.",
        "Anna's Grim Warden is now at level 3.",
    ),
    (
        happened.MinibossLevelled(ANNA, 1, MINIBOSS, 1),
        "Grim Warden von Anna ist wieder auf Stufe 1.",
        "Anna's Grim Warden is back at level 1.",
    ),
    (happened.ItemRevealed(SWORD), "Neue Ausrüstungskarte: Bright Sword.", "New item: Bright Sword."),
    (
        happened.ItemTaken(NICK, SWORD),
        "Kleriker Nick the Masher nimmt Bright Sword mit.",
        "Cleric Nick the Masher takes Bright Sword along.",
    ),
    (
        happened.ItemOpened(ANNA, SWORD),
        "Bright Sword liegt jetzt offen bei Anna.",
        "Bright Sword now lies face-up with Anna.",
    ),
    (
        happened.ItemTurnedDown(ANNA, SWORD),
        "Bright Sword liegt jetzt verdeckt bei Anna.",
        "Bright Sword now lies face-down with Anna.",
    ),
    (happened.ItemRemoved(SWORD), "Bright Sword kommt aus dem Spiel.", "Bright Sword leaves the game."),
    (
        happened.ItemRemoved(WHIP),
        "Whip passt nur zu Entdeckern, und die spielen nicht mit. Deckt dafür eine andere Ausrüstungskarte auf.",
        "Whip is for explorers only, and there are none. Reveal another item instead.",
    ),
    # On trust
    (happened.Reminder("draw_room", (ANNA, BEN)), "Jeder zieht eine Raumkarte.", "Everybody draws a room card."),
    (
        happened.Reminder("intrigue", (ANNA,)),
        "Anna hat keine Seele dazubekommen und darf einen Raum oder einen Zauber ziehen.",
        "Anna gained no soul and may draw a room or a spell.",
    ),
    (
        happened.Reminder("intrigue", (ANNA, CEM)),
        "Anna und Cem haben keine Seele dazubekommen und dürfen je einen Raum oder einen Zauber ziehen.",
        "Anna and Cem gained no soul and may draw a room or a spell each.",
    ),
    (
        happened.HeroDeckEmpty(),
        "Der Heldenstapel ist leer. Neue Helden kommen jetzt nicht mehr.",
        "The hero deck is empty. No new heroes will come now.",
    ),
]
