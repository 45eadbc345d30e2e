// Gates limit how many jobs run and wait at once; further jobs are refused with systemBusy.
import { Refused } from './refuse.ts';

const busy = () => new Refused('systemBusy');

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a gate that runs `width` jobs at once and lets `queueLimit` jobs wait in order. Further
 * jobs are refused with systemBusy, or with the error of `full`.
 */
export function createGate(width: number, queueLimit: number, full: () => Error = busy): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < width) running += 1;
    else {
      if (waiting.length >= queueLimit) throw full();
      await new Promise<void>((go) => waiting.push(go));
    }
    try {
      return await work();
    } finally {
      // Pass the place directly to the next waiting job, so that a new job cannot overtake it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Creates a separate gate for each key, so a full gate does not delay jobs with other keys. */
export function createGates(
  width: number,
  queueLimit: number,
  full: () => Error = busy,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const open = new Map<string, { gate: Gate; inside: number }>();
  return async (key, work) => {
    const entry = open.get(key) ?? { gate: createGate(width, queueLimit, full), inside: 0 };
    open.set(key, entry);
    entry.inside += 1;
    try {
      return await entry.gate(work);
    } finally {
      entry.inside -= 1;
      if (entry.inside === 0) open.delete(key);
    }
  };
}

/** Who waits at a fair gate: a client, named by its key, in one of the lanes that take turns. */
export type Turn<Lane extends string> = { lane: Lane; key: string };
export type FairGate<Lane extends string> = <T>(
  turn: Turn<Lane>,
  work: () => Promise<T>,
  places?: number,
) => Promise<T>;

type FairLimits = {
  /** The number of places for running jobs. */
  width: number;
  /** The maximum number of waiting jobs of one client. */
  waitingOfOne: number;
  /** The maximum number of waiting jobs of all clients in one lane. */
  waitingOfLane: number;
};

/**
 * Creates a gate at which lanes take turns, as do the clients within a lane. A flood in one lane,
 * or from one client, delays other clients by one job at most. A job is refused with systemBusy if
 * it has no place to wait. A heavy job takes several places.
 */
export function createFairGate<Lane extends string>(limits: FairLimits): FairGate<Lane> {
  const { width, waitingOfOne, waitingOfLane } = limits;
  type Job = { places: number; go(): void };
  /** A lane's clients in the order of their turns; the client admitted last is at the end. */
  type Waiting = { clients: Map<string, Job[]>; lastTurn: number };
  const lanes = new Map<Lane, Waiting>();
  let placesInUse = 0;
  let turns = 0;

  const laneOf = (lane: Lane): Waiting => {
    const waiting = lanes.get(lane) ?? { clients: new Map(), lastTurn: 0 };
    lanes.set(lane, waiting);
    return waiting;
  };

  const begin = (lane: Waiting, places: number) => {
    placesInUse += places;
    lane.lastTurn = ++turns;
  };

  const waitingLanes = () => [...lanes.values()].filter(({ clients }) => clients.size > 0);

  /** Starts waiting jobs in turn until too few places are free for the next job. */
  const admitWaiting = () => {
    for (;;) {
      const [next] = waitingLanes().sort((a, b) => a.lastTurn - b.lastTurn);
      const [key, [job, ...later]] = next?.clients.entries().next().value ?? ['', []];
      if (!next || !job || placesInUse + job.places > width) return;
      next.clients.delete(key);
      if (later.length > 0) next.clients.set(key, later);
      begin(next, job.places);
      job.go();
    }
  };

  const wait = ({ clients }: Waiting, key: string, places: number) => {
    const queued = clients.get(key) ?? [];
    const inLane = [...clients.values()].reduce((sum, { length }) => sum + length, 0);
    if (queued.length >= waitingOfOne || inLane >= waitingOfLane) throw busy();
    return new Promise<void>((go) => clients.set(key, [...queued, { places, go }]));
  };

  return async ({ lane, key }, work, wanted = 1) => {
    const places = Math.min(wanted, width);
    if (waitingLanes().length === 0 && placesInUse + places <= width) begin(laneOf(lane), places);
    else await wait(laneOf(lane), key, places);
    try {
      return await work();
    } finally {
      placesInUse -= places;
      admitWaiting();
    }
  };
}
