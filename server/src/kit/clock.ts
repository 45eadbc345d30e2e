// The two clocks. Business time is what dates, reviews, quotes and charges live by, and the sandbox may move it; wall time is real time.
// These are the only readers of the machine's clock in the server.

export type Clocks = {
  /** Business time. */
  now(): Temporal.Instant;
  /** Real time: sessions, SMS codes, leases, limits, time-outs. */
  wall(): Temporal.Instant;
};

/** Real time alone: production's business time is wall time. */
export function realClocks(): Clocks {
  const wall = () => Temporal.Instant.fromEpochMilliseconds(Date.now());
  return { now: wall, wall };
}

export type MovableClocks = Clocks & { offsetMs(): number; setOffset(offsetMs: number): void };

/** Business time that runs `offsetMs` ahead of wall time. */
export function movableClocks(offsetMs: number): MovableClocks {
  let offset = offsetMs;
  const { wall } = realClocks();
  return {
    wall,
    now: () => wall().add({ milliseconds: offset }),
    offsetMs: () => offset,
    setOffset: (next) => {
      offset = next;
    },
  };
}

/** Clocks that stand still until a test turns them. */
export function handClocks(start: string): Clocks & { setNow(at: string): void; addDays(days: number): void; addMs(ms: number): void } {
  let now = Temporal.Instant.from(start);
  let wall = Temporal.Instant.from(start);
  return {
    now: () => now,
    wall: () => wall,
    setNow: (at) => {
      now = Temporal.Instant.from(at);
    },
    addDays: (days) => {
      now = now.add({ hours: 24 * days });
    },
    addMs: (ms) => {
      now = now.add({ milliseconds: ms });
      wall = wall.add({ milliseconds: ms });
    },
  };
}

/** A steady reading in milliseconds, for measuring how long something took. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}
