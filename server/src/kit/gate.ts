// A gate: so many at once, so many waiting, and the next one is told that the system is busy.
import { Refused } from '#/kit/refuse.ts';

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `width` works run at once and `queueLimit` wait for their turn, first come first served; the next one is refused as systemBusy. */
export function createGate(width: number, queueLimit: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < width) running += 1;
    else {
      if (waiting.length >= queueLimit) throw new Refused('systemBusy');
      // Whoever leaves hands its place over, so that nobody who comes now can slip in before.
      await new Promise<void>((go) => waiting.push(go));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
