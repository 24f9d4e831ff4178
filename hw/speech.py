"""The voice: espeak-ng speaks in its own process, urgent lines first, and nobody waits for it."""

import contextlib
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

from hw.panel import PanelTrouble, Urgency, Utterance

PROGRAM = "espeak-ng"
INSTALL_ADVICE = "The voice is not installed: sudo apt install espeak-ng. Until then every line is shown as text."
SOUND_ADVICE = "No loudspeaker was found: connect one or pick it in the sound settings. Lines are shown as text."
ASOUND_PCM = Path("/proc/asound/pcm")
WORDS_PER_MINUTE = 165
MOST_WAITING = 12


class SpeechQueue:
    """The lines that wait to be spoken: urgent before normal, otherwise in the order they came."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._waiting: list[Utterance] = []

    def put(self, utterance: Utterance) -> None:
        """Add a line. One with the same topic that still waits gives up its place; the same words wait only once."""
        if any(waiting.text == utterance.text for waiting in self._waiting):
            return
        for place, waiting in enumerate(self._waiting):
            if utterance.topic and waiting.topic == utterance.topic:
                self._waiting[place] = utterance
                return
        self._waiting.append(utterance)
        if len(self._waiting) > self._most:
            # A voice far behind the game helps nobody: the oldest line that is not urgent is left out.
            self._waiting.remove(min(self._waiting, key=lambda line: line.urgency.value))

    def take(self) -> Utterance | None:
        """The line to speak next."""
        if not self._waiting:
            return None
        line = max(self._waiting, key=lambda line: line.urgency.value)
        self._waiting.remove(line)
        return line

    def clear(self) -> None:
        """Forget what was not spoken yet."""
        self._waiting.clear()


class EspeakVoice:
    """espeak-ng, one process per line. `trouble` hears about the first line of a row that could not be spoken."""

    def __init__(
        self,
        language: str = "de",
        program: str = PROGRAM,
        options: tuple[str, ...] = (),
        trouble: Callable[[PanelTrouble], None] | None = None,
    ) -> None:
        if shutil.which(program) is None:
            raise PanelTrouble(INSTALL_ADVICE)
        self._language, self._program, self._options, self._trouble = language, program, options, trouble
        self._queue = SpeechQueue()
        self._change = threading.Condition()
        self._closed = False
        self._is_failing = False
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._thread.start()

    def say(self, utterance: Utterance) -> None:
        """Queue a line; returns at once. After `close` nothing is said."""
        with self._change:
            if not self._closed:
                self._queue.put(utterance)
                self._change.notify()

    def hush(self) -> None:
        """Forget the lines that still wait."""
        with self._change:
            self._queue.clear()

    def close(self) -> None:
        """Stop speaking, in the middle of a word if need be."""
        with self._change:
            self._closed = True
            self._queue.clear()
            self._change.notify()
            if self._process is not None:
                self._process.kill()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=2)

    def _work(self) -> None:
        while (line := self._next()) is not None:
            problem = self._speak(line)
            if problem and not self._is_failing and not self._closed and self._trouble is not None:
                self._trouble(PanelTrouble(f"The voice failed: {problem}. Check the loudspeaker and its settings."))
            self._is_failing = bool(problem)

    def _next(self) -> Utterance | None:
        with self._change:
            while not self._closed:
                line = self._queue.take()
                if line is not None:
                    return line
                self._change.wait()
            return None

    def _command(self, line: Utterance) -> list[str]:
        voice = line.language or self._language
        return [self._program, "-v", voice, "-s", str(WORDS_PER_MINUTE), *self._options, "--stdin"]

    def _speak(self, line: Utterance) -> str:
        """Say one line to its end; what went wrong, or nothing."""
        try:
            with self._change:
                if self._closed:
                    return ""
                self._process = subprocess.Popen(
                    self._command(line), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
                )
            return wait_for(self._process, line.text)
        except OSError as error:
            return str(error)
        finally:
            self._process = None


def wait_for(process: subprocess.Popen[bytes], text: str) -> str:
    """Hand over the text and wait. A sound system that hangs must not silence the rest of the evening."""
    try:
        _, complaint = process.communicate(text.encode(), timeout=10 + 0.3 * len(text))
    except subprocess.TimeoutExpired:
        process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=1)
        return "the sound system does not answer"
    last_words = complaint.decode(errors="replace").strip().splitlines()
    return "" if process.returncode == 0 else (last_words or [f"it stopped with code {process.returncode}"])[-1]


class TextVoice:
    """Speaks by showing: every line goes to `show` at once."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show: Callable[[str], None] | None = show

    def say(self, utterance: Utterance) -> None:
        """Show a line. After `close` nothing is said."""
        if self._show is not None:
            self._show(("! " if utterance.urgency is Urgency.URGENT else "") + utterance.text)

    def hush(self) -> None:
        """Nothing waits here."""

    def close(self) -> None:
        """Say no more."""
        self._show = None


class SilentVoice:
    """Says nothing, for tables that want only the screen."""

    def say(self, utterance: Utterance) -> None:
        """Stay silent."""

    def hush(self) -> None:
        """Stay silent."""

    def close(self) -> None:
        """Stay silent."""


def can_play_sound(pcm: Path = ASOUND_PCM, pactl: str = "pactl") -> bool:
    """Whether there is something to play on, found out without a sound.

    The kernel lists its devices with what they can do (a webcam's microphone is a sound card too, but cannot play);
    Bluetooth and network loudspeakers are known only to the sound server. Its `auto_null` stands for no device at all.
    """
    try:
        if "playback" in pcm.read_text(errors="replace"):
            return True
    except OSError:
        pass  # no sound driver in the kernel; the sound server may still know a loudspeaker
    try:
        sinks = subprocess.run([pactl, "list", "short", "sinks"], capture_output=True, timeout=2, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return any(line and "auto_null" not in line for line in sinks.stdout.decode(errors="replace").splitlines())


def find_voice(
    language: str = "de",
    program: str = PROGRAM,
    has_sound: Callable[[], bool] = can_play_sound,
    trouble: Callable[[PanelTrouble], None] | None = None,
) -> EspeakVoice | PanelTrouble:
    """The voice, or the reason why there is none."""
    if shutil.which(program) is None:
        return PanelTrouble(INSTALL_ADVICE)
    if not has_sound():
        return PanelTrouble(SOUND_ADVICE)
    return EspeakVoice(language, program, trouble=trouble)
