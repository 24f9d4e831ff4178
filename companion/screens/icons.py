"""Our own pixel pictures, drawn as letters: each letter is a colour of `palette.PIXELS`, a dot is nothing.

Small ones are 8 pixels wide and stand beside numbers; large ones are 12 pixels wide: heads, bosses, doors.
"""

from companion.screens.signs import SIGNS

SMALL = {
    "relic": """
...yy...
..yooy..
..y..y..
...yy...
yyyyyyyy
oooyyooo
...yy...
...yo...""",
    "equipment": """
ssssssss
sbbwwbbh
sbbwwbbh
swwwwwwh
sbbwwbbh
.sbwwbh.
..swwh..
...sh...""",
    "spellbook": """
.pppppp.
vpppppp.
vppyypp.
vpyyyyp.
vppyypp.
vpppppp.
vwwwwww.
.vvvvvv.""",
    "gold": """
..oooo..
.oyyyyo.
oywyyyyo
oywyoyyo
oyyyoyyo
oyyyyyyo
.oyyyyo.
..oooo..""",
    "artifact": """
..cccc..
.cwwccc.
cwccccnc
nccccncn
.nccncn.
..nncn..
...nn...
........""",
    "soul": """
..wwww..
.wwwwww.
wwkwwkww
wwkwwkww
wwwwwwws
wwwkkwws
wwwwwwws
w.ws.ws.""",
    "wound": """
...rr...
...rr...
..rrrr..
..rwrr..
.rrwrrr.
.rwrrrm.
.rrrrmm.
..rrmm..""",
    "health": """
........
.rr..rr.
rwwrrrrr
rwrrrrrm
rrrrrrrm
.rrrrrm.
..rrrm..
...rm...""",
    "sword": """
......ss
.....sws
....swsh
y..swsh.
yyswsh..
.oysh...
eoyy....
fe.oy...""",
    "monster": """
w......w
wg.gg.gw
.gggggg.
ggyggygg
ggkggkgg
gggggggd
gwkkkkwd
.dgggdd.""",
    "trap": """
........
.w..w..w
.s..s..s
ws.ws.ws
sh.sh.sh
shsshssh
hhhhhhhh
ffffffff""",
    "star": """
...yy...
...yy...
yyyyyyyy
.ywyyyo.
..yyyo..
.yyyyyo.
.yyo.yyo
yo....yo""",
    "disc": """
..xxxx..
.xxxxxx.
xxxxxxxx
xxxxxxxx
xxxxxxxx
xxxxxxxx
.xxxxxx.
..xxxx..""",
    "square": """
xxxxxxxx
xxxxxxxx
xxxxxxxx
xxxxxxxx
xxxxxxxx
xxxxxxxx
xxxxxxxx
xxxxxxxx""",
    "triangle": """
...xx...
...xx...
..xxxx..
..xxxx..
.xxxxxx.
.xxxxxx.
xxxxxxxx
xxxxxxxx""",
    "diamond": """
...xx...
..xxxx..
.xxxxxx.
xxxxxxxx
xxxxxxxx
.xxxxxx.
..xxxx..
...xx...""",
    "cross": """
..xxxx..
..xxxx..
xxxxxxxx
xxxxxxxx
xxxxxxxx
xxxxxxxx
..xxxx..
..xxxx..""",
    "coin": """
........
..yyyy..
.yywwyy.
.oyyyyo.
.yoooow.
.oyyyyo.
.yoooow.
..oooo..""",
    "miniboss": """
r......r
rr.rr.rr
.rrrrrr.
rrwrrwrr
rrkrrkrr
rrrrrrrm
.rwwwwm.
..mmmm..""",
    "item": """
...ee...
..e..e..
.eeeeee.
eeeeeeef
eeyyyyef
eeeyyeef
eeeeeeef
.ffffff.""",
    "ban": """
..rrrr..
.rr..rr.
rr....rr
r.rrrr.r
r.rrrr.r
rr....rr
.rr..rr.
..rrrr..""",
    "used": """
...ss...
...ss...
...ss...
...ss...
ssssssss
.ssssss.
..ssss..
...ss...""",
    "warning": """
...yy...
...yy...
..ykky..
..ykky..
.yykkyy.
.yyyyyy.
yyykkyyy
yyyyyyyy""",
    "todo": """
yyyyyyyy
y......y
y......y
y......y
y......y
y......y
y......y
yyyyyyyy""",
    "next": """
.xx.....
.xxxx...
.xxxxxx.
.xxxxxxx
.xxxxxxx
.xxxxxx.
.xxxx...
.xx.....""",
    "pass": """
xx..xx..
.xx..xx.
..xx..xx
..xx..xx
..xx..xx
.xx..xx.
xx..xx..
........""",
    "undo": """
..x.....
.xx.....
xxxxxx..
.xx...x.
..x....x
.......x
......x.
..xxxx..""",
    "repeat": """
....x...
x..xx.x.
x.xxx..x
xxxxx.xx
xxxxx.xx
x.xxx..x
x..xx.x.
....x...""",
    "crown": """
........
y..yy..y
yy.yy.yy
yyyyyyyy
yryyyyry
yyyyyyyo
oooooooo
........""",
}

LARGE = {
    "cleric": """
....wwww....
...wwyyww...
...wyyyyw...
..wwwyywww..
..wwwyywws..
..yyyyyyyy..
..tttttttt..
..tkttttkt..
..tttttttt..
...ttrrtt...
..wwsttsww..
.wwwwyywwws.""",
    "fighter": """
....rrrrr...
...rrrmm....
...ssssss...
..swwsssss..
..sssssshh..
..skkkkkkh..
..skttttkh..
..sskttksh..
..ssskkssh..
...sssshh...
..hssssshh..
.hhsshhsshh.""",
    "mage": """
.......bb...
.....bbb....
....bbbb....
....bbybb...
...bbyyybn..
...bbbybbn..
..bbbbbbbnn.
bbbbbbbbbbnn
..tkttttkt..
..ttttttt...
..wwwwwwww..
...wwwwww...""",
    "thief": """
....dddd....
...dggggd...
..dggggggd..
..dgddddgd..
.dgdttttdgd.
.dgkkkkkkgd.
.dgkwkkwkgd.
.dgkkkkkkgd.
..dgttttgd..
..ddgttgdd..
.dddggggddd.
.ddddggdddd.""",
    "explorer": """
............
...eeeeee...
..eeeeeeff..
..yyyyyyyy..
eeeeeeeeefff
..tttttttt..
..tkttttkt..
..tttttttt..
..tffffff...
...ttrrtt...
..eettttee..
.eeeeyyeeef.""",
    "fool": """
.y........y.
.rr......bb.
.rrr....bbb.
..rrrrbbbb..
..rrrrbbbb..
..rryrbybb..
..tttttttt..
..tkttttkt..
..trttttrt..
..ttkkkktt..
...tttttt...
..brbrbrbr..""",
    "boss": """
.y...yy...y.
.yy.yyyy.yy.
.yyyyyyyyyy.
.oyryyyyryo.
..wwwwwwww..
.wwwwwwwwws.
.wkkwwwkkws.
.wkrwwwrkws.
.wwwwkwwwws.
..wwwwwwss..
..wkwkwkws..
..wwwwwwss..""",
    "door": """
...hhhhhh...
..hqqqqqqh..
.hqkkkkkkqh.
.hqkkkkkkqh.
.hqkkkkkkqh.
.hqkkkkkkqh.
.hqkkkkkkqh.
.hqkkkkkkqh.
.hqkkkkkkqh.
.hqkkkkkkqh.
.hqkkkkkkqh.
hhhhhhhhhhhh""",
    "back": """
.vvvvvvvvvv.
.vppppppppv.
.vpyypppppv.
.vpyppppppv.
.vppppypppv.
.vpppyyyppv.
.vpppyyyppv.
.vppppypppv.
.vppppppypv.
.vpppppyypv.
.vppppppppv.
.vvvvvvvvvv.""",
}

PICTURES = SMALL | SIGNS | LARGE
"""Every picture by its name."""


def rows_of(name: str) -> list[str]:
    """A picture row by row, top first."""
    return PICTURES[name].strip().split("\n")


def is_tinted(name: str) -> bool:
    """Whether a picture has no colours of its own."""
    return "x" in PICTURES[name]
