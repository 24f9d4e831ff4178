"""More of our own pixel pictures, 8 by 8: signs of menus, and one picture per phase of the round."""

SIGNS = {
    "check": """
.......x
......xx
x....xx.
xx..xx..
.xxxx...
..xx....
........
........""",
    "back_arrow": """
...x....
..xx....
.xxxxxxx
xxxxxxxx
.xxxxxxx
..xx....
...x....
........""",
    "up": """
........
...xx...
..xxxx..
.xxxxxx.
xxxxxxxx
........
........
........""",
    "down": """
........
........
........
xxxxxxxx
.xxxxxx.
..xxxx..
...xx...
........""",
    "left": """
......x.
....xxx.
..xxxxx.
xxxxxxx.
xxxxxxx.
..xxxxx.
....xxx.
......x.""",
    "right": """
.x......
.xxx....
.xxxxx..
.xxxxxxx
.xxxxxxx
.xxxxx..
.xxx....
.x......""",
    "pencil": """
.....rr.
....srrr
...yysrr
..yyyys.
.yyyyo..
.tyyo...
.tto....
fh......""",
    "bin": """
...ss...
.hhhhhh.
........
.ssssss.
.shsshs.
.shsshs.
.shsshs.
..ssss..""",
    "menu": """
xxxxxxxx
xxxxxxxx
........
xxxxxxxx
xxxxxxxx
........
xxxxxxxx
xxxxxxxx""",
    "redo": """
.....x..
.....xx.
..xxxxxx
.x...xx.
x....x..
x.......
.x......
..xxxx..""",
    "plus": """
...xx...
...xx...
...xx...
xxxxxxxx
xxxxxxxx
...xx...
...xx...
...xx...""",
    "minus": """
........
........
........
xxxxxxxx
xxxxxxxx
........
........
........""",
    "help": """
..xxxx..
.xx..xx.
.....xx.
....xx..
...xx...
........
...xx...
...xx...""",
    "hand": """
...tt...
...tt...
...ttttt
.t.ttttt
.ttttttt
..tttttt
..eeeee.
..bbbbb.""",
    "cards": """
.ssssss.
.skkkks.
sswwwws.
swwrrws.
swrrrws.
swwrwws.
swwwwws.
sssssss.""",
    "settings": """
...hh...
.h.hh.h.
..hhhh..
hhh..hhh
hhh..hhh
..hhhh..
.h.hh.h.
...hh...""",
    "sticker": """
wwwwwwww
wkkwwkkw
wkkwwkkw
wwwwkwww
wwkwwwkw
wkkwkkww
wkkwwkkw
wwwwwwww""",
    "language": """
.xxxxxx.
xxxxxxxx
xx.xx.xx
xxxxxxxx
.xxxxxx.
..xx....
.xx.....
........""",
    "torch": """
...r....
..rry...
..ryyr..
..rywr..
...ee...
...ee...
...ff...
...ff...""",
    "history": """
tttttttt
teeeeeet
.twwwwt.
.twkkwt.
.twwwwt.
.twkkwt.
teeeeeet
tttttttt""",
    "camera": """
..kkk...
hhhhhhhh
hskkkssh
hkccwkhh
hkcccksh
hkccckhh
hskkkssh
hhhhhhhh""",
    "players": """
..tt....
..tt.tt.
.bbb.tt.
bbbbrrr.
bbbbrrrr
.bb.rrrr
.bb..rr.
.ff..ff.""",
    "home": """
...xx...
..xxxx..
.xxxxxx.
xxxxxxxx
.xxxxxx.
.xx..xx.
.xx..xx.
.xx..xx.""",
    "skull": """
..wwww..
.wwwwww.
.wkwwkw.
.wkwwkw.
.wwwwww.
..wkkw..
..wwww..
..w.w.w.""",
    "target": """
..rrrr..
.rwwwwr.
rwwrrwwr
rwrrrrwr
rwrrrrwr
rwwrrwwr
.rwwwwr.
..rrrr..""",
    "phase_setup": """
.oo..oo.
oyyooyyo
oyyyyyyo
.oyyyyo.
.skkkks.
skrkkrks
skkkkkks
.ssssss.""",
    "phase_round_start": """
...yy...
.y.yy.y.
..yyyy..
yyywwyyy
yyywwyyy
..yyyy..
.y.yy.y.
...yy...""",
    "phase_build": """
.hhhhs..
hhhhhss.
hhhhhss.
...ee...
...ee...
...ee...
...ee...
...ff...""",
    "phase_reveal": """
........
..kkkk..
.kwwwwk.
kwwbbwwk
kwwbkwwk
.kwwwwk.
..kkkk..
........""",
    "phase_built": """
s.ss.ss.
sssssss.
.hhhhh..
.hskhh..
.hkkkh..
.hkkkh..
.hkkkh..
sssssss.""",
    "phase_baited": """
......yy
....yyyo
..yyyyyo
yyyywyyo
yyoyyyyo
yyyyyoyo
yywyyyyo
oooooooo""",
    "phase_adventure": """
.eee....
.eee....
.eee....
.eee....
.eeee...
.eeeeee.
.feeeeef
.fffffff""",
    "phase_round_end": """
eeeeeeee
.wyyyyw.
.wwyyww.
..wyyw..
..wwyw..
.wwwyww.
.wyyyyw.
eeeeeeee""",
    "phase_over": """
yyyyyyyy
y.yyyy.y
y.ywyy.y
.yyyyyy.
..yyyy..
...yy...
..oyyo..
.oooooo.""",
}
