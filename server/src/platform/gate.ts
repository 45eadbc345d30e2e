// A gate: so many at once, so many waiting; the next one is refused with systemBusy.
// A work that needs more than others takes more than one place.
import { Refused } from './refuse.ts';

const busy = () => new Refused('systemBusy');

export type Gate = <T>(work: () => Promise<T>, places?: number) => Promise<T>;

/**
 * Lets works of `width` places in all run at once and `queueLimit` wait for their turn, first come first served; the next one is refused as
 * systemBusy, or with what `full` makes. A work takes one place unless it says more; never more than there are.
 */
export function createGate(width: number, queueLimit: number, full: () => Error = busy): Gate {
  let taken = 0;
  const waiting: { places: number; go(): void }[] = [];
  /** Work that ends passes its places on to the next one waiting, so that new work cannot overtake it. */
  const letIn = () => {
    for (let [next] = waiting; next && taken + next.places <= width; [next] = waiting) {
      waiting.shift();
      taken += next.places;
      next.go();
    }
  };
  return async (work, wanted = 1) => {
    const places = Math.min(wanted, width);
    if (waiting.length === 0 && taken + places <= width) taken += places;
    else {
      if (waiting.length >= queueLimit) throw full();
      await new Promise<void>((go) => waiting.push({ places, go }));
    }
    try {
      return await work();
    } finally {
      taken -= places;
      letIn();
    }
  };
}

/** A separate gate for each key, so that one that is full does not delay the others. */
export function createGates(
  width: number,
  queueLimit: number,
  full: () => Error = busy,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const open = new Map<string, { gate: Gate; inside: number }>();
  return async (key, work) => {
    const own = open.get(key) ?? { gate: createGate(width, queueLimit, full), inside: 0 };
    open.set(key, own);
    own.inside += 1;
    try {
      return await own.gate(work);
    } finally {
      own.inside -= 1;
      if (own.inside === 0) open.delete(key);
    }
  };
}
