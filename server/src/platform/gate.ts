// A gate: so many at once, so many waiting; the next one is refused with systemBusy.
// A work that needs more than others takes more than one place.
import { Refused } from './refuse.ts';

const busy = () => new Refused('systemBusy');

export type Gate = <T>(work: () => Promise<T>, places?: number) => Promise<T>;

/**
 * Lets works of `width` places in all run at once and `queueLimit` wait for their turn, first come
 * first served; the next one is refused as systemBusy, or with what `full` makes. A work takes one
 * place unless it says more; never more than there are.
 */
export function createGate(width: number, queueLimit: number, full: () => Error = busy): Gate {
  let taken = 0;
  const waiting: { places: number; go(): void }[] = [];
  /**
   * Work that ends passes its places on to the next one waiting, so that new work cannot overtake
   * it.
   */
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

/** Who waits at a fair gate: a client by its key, in one of the lanes that take turns. */
export type Turn<Lane extends string> = { lane: Lane; key: string };
export type FairGate<Lane extends string> = <T>(
  turn: Turn<Lane>,
  work: () => Promise<T>,
) => Promise<T>;

type FairLimits = {
  /** Works that run at once. */
  width: number;
  /** Works of one client that wait. */
  waitingOfOne: number;
  /** Works of all clients of one lane that wait. */
  waitingOfLane: number;
};

/**
 * A gate at which lanes take turns, and within a lane its clients. A flood in one lane delays
 * another lane by one work at most, and a flood of one client delays each other client of its lane
 * by one. A work for which there is no place to wait is refused as systemBusy.
 */
export function createFairGate<Lane extends string>(limits: FairLimits): FairGate<Lane> {
  const { width, waitingOfOne, waitingOfLane } = limits;
  /** The clients of a lane are in the order of their turns: whoever was let in last stands last. */
  type Waiting = { clients: Map<string, (() => void)[]>; lastTurn: number };
  const lanes = new Map<Lane, Waiting>();
  let running = 0;
  let turns = 0;

  const laneOf = (lane: Lane): Waiting => {
    const waiting = lanes.get(lane) ?? { clients: new Map(), lastTurn: 0 };
    lanes.set(lane, waiting);
    return waiting;
  };

  const begin = (lane: Waiting) => {
    running += 1;
    lane.lastTurn = ++turns;
  };

  const letIn = () => {
    const waiting = [...lanes.values()].filter(({ clients }) => clients.size > 0);
    const next = waiting.sort((a, b) => a.lastTurn - b.lastTurn)[0];
    const [key, [go, ...later]] = next?.clients.entries().next().value ?? ['', []];
    if (!next || !go) return;
    next.clients.delete(key);
    if (later.length > 0) next.clients.set(key, later);
    begin(next);
    go();
  };

  const wait = ({ clients }: Waiting, key: string) => {
    const own = clients.get(key) ?? [];
    const inLane = [...clients.values()].reduce((sum, { length }) => sum + length, 0);
    if (own.length >= waitingOfOne || inLane >= waitingOfLane) throw busy();
    return new Promise<void>((go) => clients.set(key, [...own, go]));
  };

  return async ({ lane, key }, work) => {
    if (running < width) begin(laneOf(lane));
    else await wait(laneOf(lane), key);
    try {
      return await work();
    } finally {
      running -= 1;
      letIn();
    }
  };
}
