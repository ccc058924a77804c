"""Coverage-guided fuzzing of ``replay`` and ``resume``, with a corpus that is kept.

    pip install atheris
    python tests/tools/fuzz.py -max_total_time=600
    python tests/tools/fuzz.py --keep

What reaches code that nothing has reached before is written to ``.cache/fuzz``; ``--keep`` sifts from it what adds to
``tests/corpus``, which the suite tries on every run. All options of libFuzzer are taken.
"""

import sys
from base64 import urlsafe_b64encode
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

CORPUS = Path(__file__).parents[1] / "corpus"
FOUND = Path(__file__).parents[2] / ".cache" / "fuzz"
LONGEST = 4000  # bytes of a case


def attempt(case: bytes) -> str:
    """Try a case: what begins with a zero is the inside of a code, and gets its checksum; all else is a record."""
    import fmbook as fm
    from fmbook.record.codes import PREFIX, _check
    from tests.tools.hostile import suspicion

    try:
        if case[:1] == b"\0":
            game = fm.resume(PREFIX + urlsafe_b64encode(_check(case[1:]) + case[1:]).decode().rstrip("="))
        else:
            game = fm.replay(case.decode("utf-8", "replace"))
    except fm.RecordError as error:
        str(error).encode()  # it can be shown anywhere
        return "refused"
    return suspicion(game)


def judge(case: bytes) -> None:
    """Fail on anything but a refusal, or a game that plays alike a second time."""
    came = attempt(case)
    assert came in ("refused", "played"), came


def main() -> int:
    """Fuzz, or keep what was found."""
    import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]

    CORPUS.mkdir(exist_ok=True)
    FOUND.mkdir(parents=True, exist_ok=True)
    if keep := "--keep" in sys.argv:
        sys.argv.remove("--keep")
    with atheris.instrument_imports(include=["fmbook"]):
        import fmbook  # noqa: F401
    folders = [str(folder) for folder in ((CORPUS, FOUND) if keep else (FOUND, CORPUS))]
    again = f"{sys.executable} {sys.argv[0]}"  # sifting runs this file a second time
    atheris.Setup([again, *sys.argv[1:], *(["-merge=1"] if keep else []), f"-max_len={LONGEST}", *folders], judge)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
