// The two clocks. Dates, reviews, quotes and charges use business time, which the sandbox may move;
// wall time is real time. Nothing else in the server reads the machine's clock.

export type Clocks = {
  /** The current business time. */
  now(): Temporal.Instant;
  /** The current wall time, for sessions, SMS codes, leases, limits and timeouts. */
  wall(): Temporal.Instant;
};

/** Returns production's clocks, whose business time is wall time. */
export function realClocks(): Clocks {
  const wall = () => Temporal.Instant.fromEpochMilliseconds(Date.now());
  return { now: wall, wall };
}

/** Returns the machine's time in ms, with fractions, to measure how long work takes. */
export const machineMs = (): number => performance.timeOrigin + performance.now();

export type MovableClocks = Clocks & { offsetMs(): number; setOffset(offsetMs: number): void };

/** Returns clocks whose business time runs `offsetMs` ahead of wall time. */
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

/** Returns clocks that a test sets. */
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

/** A monotonic clock in ms and a sleep, used to delay responses. */
export type Pace = { steadyMs(): number; rest(ms: number): Promise<void> };

/** Returns a `Pace` that uses the machine's monotonic clock and timers. */
export function realPace(): Pace {
  return {
    steadyMs: () => performance.now(),
    rest: (ms) => new Promise((done) => setTimeout(done, ms)),
  };
}

/**
 * Returns a `Pace` for tests: its clock advances only in `rest`, which returns immediately and
 * records its ms in `rests`.
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
 * Runs `work` and settles with its result or error no earlier than `floorMs` after the start, so
 * the duration reveals nothing.
 */
export async function withMinimumDuration<T>(
  pace: Pace,
  floorMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const startMs = pace.steadyMs();
  const remainingMs = () => floorMs - (pace.steadyMs() - startMs);
  try {
    return await work();
  } finally {
    // A timer may fire slightly early.
    for (let ms = remainingMs(); ms > 0; ms = remainingMs()) await pace.rest(ms);
  }
}

/** Starts a stopwatch. The returned function returns the ms since the start. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}
