"""The voice never holds anybody up, says the urgent first, and stops at once."""

import shutil
import stat
import time
import wave
from collections.abc import Callable
from pathlib import Path

from hw.panel import PanelTrouble, Urgency, Utterance
from hw.speech import EspeakVoice, SpeechQueue, TextVoice, can_play_sound, find_voice


def program(folder: Path, script: str, name: str = "speaker") -> str:
    """A small program in place of espeak-ng."""
    path = folder / name
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def recorder(folder: Path) -> tuple[str, Callable[[], list[str]]]:
    """A speaker that writes down voice and text of each line; the first one takes until the file `go` is there."""
    said = folder / "said"
    wait = f'while [ ! -e "{folder}/go" ]; do sleep 0.01; done'
    script = f'text=$(cat); {wait}; echo "$2 $text" >> "{said}"\n'
    return program(folder, script), lambda: said.read_text().splitlines() if said.exists() else []


def until(is_true: Callable[[], bool]) -> None:
    """Wait for another process, but not for long."""
    end = time.monotonic() + 10
    while not is_true() and time.monotonic() < end:
        time.sleep(0.005)
    assert is_true()


def line(text: str, urgency: Urgency = Urgency.NORMAL, topic: str = "") -> Utterance:
    return Utterance(text, "de", urgency, topic)


def drain(queue: SpeechQueue) -> list[str]:
    texts = []
    while (taken := queue.take()) is not None:
        texts.append(taken.text)
    return texts


def test_lines_wait_in_their_order_with_the_urgent_ones_first() -> None:
    queue = SpeechQueue()
    for each in [line("a"), line("b"), line("c", Urgency.URGENT), line("d"), line("e", Urgency.URGENT)]:
        queue.put(each)
    assert drain(queue) == ["c", "e", "a", "b", "d"]


def test_a_newer_line_of_the_same_topic_takes_the_place_of_the_waiting_one() -> None:
    queue = SpeechQueue()
    for each in [line("3 Wunden", topic="score"), line("b"), line("4 Wunden", topic="score"), line("c"), line("c")]:
        queue.put(each)
    assert drain(queue) == ["4 Wunden", "b", "c"], "the same words wait only once"


def test_a_voice_far_behind_leaves_out_its_oldest_lines_but_never_an_urgent_one() -> None:
    queue = SpeechQueue(most=3)
    for each in [line("stop", Urgency.URGENT), line("a"), line("b"), line("c"), line("d")]:
        queue.put(each)
    assert drain(queue) == ["stop", "c", "d"]


def test_lines_are_spoken_in_their_language_and_nobody_waits(tmp_path: Path) -> None:
    speaker, said = recorder(tmp_path)
    voice = EspeakVoice(program=speaker)
    began = time.monotonic()
    voice.say(line("Anna baut."))
    voice.say(Utterance("-v is no option here", "en"))
    voice.say(Utterance("ohne Sprache", ""))
    assert time.monotonic() - began < 0.2
    assert said() == []
    (tmp_path / "go").touch()
    until(lambda: len(said()) == 3)
    voice.close()
    assert said() == ["de Anna baut.", "en -v is no option here", "de ohne Sprache"]


def test_an_urgent_line_overtakes_those_that_wait(tmp_path: Path) -> None:
    speaker, said = recorder(tmp_path)
    voice = EspeakVoice(program=speaker)
    voice.say(line("erste"))
    time.sleep(0.1)  # the first line is being spoken now
    voice.say(line("zweite"))
    voice.say(line("alt", topic="x"))
    voice.say(line("Halt!", Urgency.URGENT))
    voice.say(line("neu", topic="x"))
    (tmp_path / "go").touch()
    until(lambda: len(said()) == 4)
    voice.close()
    assert said() == ["de erste", "de Halt!", "de zweite", "de neu"]


def test_closing_stops_in_the_middle_of_a_word(tmp_path: Path) -> None:
    started, done = tmp_path / "started", tmp_path / "done"
    voice = EspeakVoice(program=program(tmp_path, f'touch "{started}"; exec sleep 30; touch "{done}"'))
    voice.say(line("ein langer Satz"))
    voice.say(line("noch einer"))
    until(started.exists)
    began = time.monotonic()
    voice.close()
    voice.close()
    voice.say(line("zu spät"))
    assert time.monotonic() - began < 1
    assert not done.exists()


def test_trouble_is_reported_once_and_again_only_after_a_good_line(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    script = (
        f'text=$(cat); echo "$text" >> "{calls}"; case "$text" in good*) exit 0;; esac; echo "no device" >&2; exit 1'
    )
    troubles: list[PanelTrouble] = []
    voice = EspeakVoice(program=program(tmp_path, script), trouble=troubles.append)
    for text in ("bad 1", "bad 2", "good 1", "bad 3", "bad 4", "good 2"):
        voice.say(line(text))
    until(lambda: calls.exists() and len(calls.read_text().splitlines()) == 6)
    voice.close()
    assert len(troubles) == 2
    assert "no device" in str(troubles[0])


def test_a_missing_voice_names_the_package_to_install() -> None:
    found = find_voice(program="no-such-speaker", has_sound=lambda: True)
    assert isinstance(found, PanelTrouble)
    assert "sudo apt install espeak-ng" in str(found)


def test_without_a_loudspeaker_the_reason_says_so(tmp_path: Path) -> None:
    found = find_voice(program=program(tmp_path, "exit 0"), has_sound=lambda: False)
    assert isinstance(found, PanelTrouble)
    assert "loudspeaker" in str(found)


def test_voice_and_loudspeaker_together_speak(tmp_path: Path) -> None:
    speaker, said = recorder(tmp_path)
    (tmp_path / "go").touch()
    found = find_voice("en", speaker, has_sound=lambda: True)
    assert isinstance(found, EspeakVoice)
    found.say(Utterance("Hello", ""))
    until(lambda: said() == ["en Hello"])
    found.close()


def test_a_sound_card_that_can_only_listen_is_no_loudspeaker(tmp_path: Path) -> None:
    """A webcam brings a microphone, which the kernel counts as a sound card."""
    pcm = tmp_path / "pcm"
    pcm.write_text("01-00: USB Audio : USB Audio : capture 1\n")
    nothing = program(tmp_path, "printf '0\\tauto_null\\tmodule-null-sink.c\\n'", "pactl-nothing")
    bluetooth = program(tmp_path, "printf '7\\tbluez_output.box\\tPipeWire\\n'", "pactl-bluetooth")
    assert not can_play_sound(pcm, nothing)
    assert not can_play_sound(tmp_path / "absent", "no-such-pactl")
    assert can_play_sound(pcm, bluetooth)
    pcm.write_text("00-00: vc4-hdmi : MAI PCM : playback 1\n")
    assert can_play_sound(pcm, nothing)


def test_the_text_stands_in_for_the_voice_and_marks_what_is_urgent() -> None:
    shown: list[str] = []
    voice = TextVoice(shown.append)
    voice.say(line("Anna ist dran."))
    voice.say(line("Diese Karte liegt doppelt.", Urgency.URGENT))
    assert shown == ["Anna ist dran.", "! Diese Karte liegt doppelt."]


def test_the_real_program_speaks_german_or_says_how_to_get_it(tmp_path: Path) -> None:
    """Into a file, so that no room has to listen."""
    if shutil.which("espeak-ng") is None:
        assert isinstance(find_voice(), PanelTrouble)
        return
    file = tmp_path / "spoken.wav"
    voice = EspeakVoice(options=("-w", str(file)))
    voice.say(line("Der Kleriker geht zu Anna: drei Reliquien gegen eine."))
    until(lambda: file.exists() and file.stat().st_size > 44 and voice._process is None)
    voice.close()
    with wave.open(str(file)) as spoken:
        assert spoken.getnframes() / spoken.getframerate() > 1.5
