// Limits how often each client calls and how many of its calls run at once, per session and per
// network. Each server process counts for itself and does not count calls from inside the process.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createGates } from '#/platform/gate.ts';
import { networkOf } from '#/platform/nets.ts';

/** A caller's token ('' if none) and its address, as returned by `addressOf`. */
export type Caller = { token: string; address: string | null };

/**
 * The maximum number of calls in ten seconds: per session, and per network for calls without a
 * session. A screen makes about eight calls. If 500 phones on one carrier register within a minute,
 * they make about 60 calls per second.
 */
export type Shares = { ofSession: number; ofNetwork: number };
const windowSeconds = 10;

/**
 * A response outside the envelope: 429 if a client calls too often, 503 if too many calls wait. The
 * client may call again after `afterSeconds`.
 */
export class RetryLater extends Error {
  override name = 'RetryLater';
  readonly status: 429 | 503;
  readonly afterSeconds: number;
  constructor(status: 429 | 503, afterSeconds: number) {
    super(`ask again after ${afterSeconds} s`);
    this.status = status;
    this.afterSeconds = afterSeconds;
  }
}

/** How long a client should wait if the server is full. */
const busySeconds = 5;
export const serverBusy = (): RetryLater => new RetryLater(503, busySeconds);

/**
 * The maximum concurrent calls per session and per network. Both are below the number of database
 * connections, so that no flood of calls can occupy them all.
 */
const [atOnceOfSession, atOnceOfNetwork] = [4, 12];
/**
 * The maximum number of open sessions to remember. At the limit, the server forgets all of them,
 * and each session then counts as a stranger for one call.
 */
const mostKnown = 50_000;

export type Share = ReturnType<typeof createShare>;

/** Creates the call counters and queues of one server. */
export function createShare({ ofSession, ofNetwork }: Shares) {
  const sessions = new RateLimiterMemory({ points: ofSession, duration: windowSeconds });
  const networks = new RateLimiterMemory({ points: ofNetwork, duration: windowSeconds });
  const turnsOfSession = createGates(atOnceOfSession, 60, serverBusy);
  const turnsOfNetwork = createGates(atOnceOfNetwork, 2000, serverBusy);
  /** The tokens of open sessions. A caller with any other token counts as a stranger. */
  const open = new Set<string>();
  return {
    /** Remembers whether a token belongs to an open session. */
    learn(token: string, isOpen: boolean): void {
      if (!isOpen) open.delete(token);
      else if (open.size < mostKnown || open.has(token)) open.add(token);
      else open.clear();
    },

    /** Counts a call before it is opened. @throws RetryLater above the limit */
    async count({ token, address }: Caller): Promise<void> {
      if (address === null) return;
      try {
        await (open.has(token) ? sessions.consume(token) : networks.consume(networkOf(address)));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new RetryLater(429, Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      }
    },

    /**
     * Runs a call in its turn. The call waits for its session first, so that it does not use its
     * network's capacity while it waits.
     * @throws RetryLater
     */
    async inTurn<T>({ token, address }: Caller, work: () => Promise<T>): Promise<T> {
      const ofNetwork = () =>
        address === null ? work() : turnsOfNetwork(networkOf(address), work);
      return await (token ? turnsOfSession(token, ofNetwork) : ofNetwork());
    },
  };
}
