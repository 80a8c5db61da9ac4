"""Many observers of one value end: four times as many may take about four times as long, and not sixteen times."""

from ..places import Place

WEIGHT = 0.5


def run(round):
    program = round.start(Place(round, "memory"))
    for count in (1_000, 4_000):
        once = float(program.ask(f"observers {count}"))
        for _ in range(3):
            four_times = float(program.ask(f"observers {4 * count}"))
            ratio = four_times / max(once, 1e-3)
            # What takes a second is no measuring error.
            if ratio < 10 or four_times > 1:
                break
            once = max(once, float(program.ask(f"observers {count}")))
        text = f"slow: {count} observers of each kind end in {once:.3f} s, {4 * count} in {four_times:.3f} s"
        round.check(ratio < 10, f"{text}: {ratio:.0f} times as long")
    program.end()
