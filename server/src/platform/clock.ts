// The two clocks. Business time is what dates, reviews, quotes and charges live by, and the sandbox
// may move it; wall time is real time. These are the only readers of the machine's clock in the
// server.

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

/** Clocks that are stopped and set by a test. */
export function manualClocks(
  start: string,
): Clocks & { setNow(at: string): void; addDays(days: number): void; addMs(ms: number): void } {
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

/**
 * How a server keeps an answer back until its time: a steady reading in milliseconds, and a rest.
 */
export type Pace = { steadyMs(): number; rest(ms: number): Promise<void> };

/** The machine's own pace. */
export function realPace(): Pace {
  return {
    steadyMs: () => performance.now(),
    rest: (ms) => new Promise((done) => setTimeout(done, ms)),
  };
}

/**
 * A pace for tests: nothing takes any time but a rest, which is over at once and kept in `rests`.
 */
export function manualPace(): Pace & { rests: number[] } {
  let now = 0;
  const rests: number[] = [];
  return {
    rests,
    steadyMs: () => now,
    rest: async (ms) => {
      now += ms;
      rests.push(ms);
    },
  };
}

/**
 * Does some work, and settles, with its result or error, no sooner than `floorMs` after it began,
 * so that its duration reveals nothing.
 */
export async function withMinimumDuration<T>(
  pace: Pace,
  floorMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const from = pace.steadyMs();
  const left = () => floorMs - (pace.steadyMs() - from);
  try {
    return await work();
  } finally {
    // a timer may ring a little early
    for (let ms = left(); ms > 0; ms = left()) await pace.rest(ms);
  }
}

/** A steady reading in milliseconds, for measuring how long something took. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}
