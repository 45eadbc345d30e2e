// How much of the server one client may have: so many calls in a while, so many at once. Counted in
// this process by session, and by the network a call comes from; a call within the program comes
// over none and is not counted.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createGates } from '#/platform/gate.ts';
import { networkOf } from '#/platform/nets.ts';

/** Who asks: by the token it sends, '' for none, and by its address as `addressOf` writes it. */
export type Caller = { token: string; address: string | null };

/**
 * Calls in ten seconds, of a session, and of a network for all that come without one. A screen asks
 * for some eight calls; 500 phones behind one address of a carrier that register within a minute
 * ask for some 60 a second.
 */
export type Shares = { ofSession: number; ofNetwork: number };
const windowSeconds = 10;

/**
 * Answered outside the envelope: 429 to a client that asks too often, 503 where too many wait.
 * `afterSeconds`: when to ask again.
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

/** Where too many wait, the next one had better wait elsewhere for as long. */
const busySeconds = 5;
export const serverBusy = (): RetryLater => new RetryLater(503, busySeconds);

/**
 * So many calls are under way at once for a session, and for a network: fewer than the database has
 * connections, so that one flood fills none of them.
 */
const [atOnceOfSession, atOnceOfNetwork] = [4, 12];
/**
 * How many sessions are remembered as open. When they are more, all are looked up again, one call
 * each.
 */
const mostKnown = 50_000;

export type Share = ReturnType<typeof createShare>;

/** The counts and turns of one server. */
export function createShare({ ofSession, ofNetwork }: Shares) {
  const sessions = new RateLimiterMemory({ points: ofSession, duration: windowSeconds });
  const networks = new RateLimiterMemory({ points: ofNetwork, duration: windowSeconds });
  const turnsOfSession = createGates(atOnceOfSession, 60, serverBusy);
  const turnsOfNetwork = createGates(atOnceOfNetwork, 2000, serverBusy);
  /**
   * Tokens of sessions that were recently open: a caller with any other token counts as a stranger.
   */
  const open = new Set<string>();
  return {
    /** Keeps whether a token is that of a session. */
    learn(token: string, isOpen: boolean): void {
      if (!isOpen) open.delete(token);
      else if (open.size < mostKnown || open.has(token)) open.add(token);
      else open.clear();
    },

    /** Counts a call, before anything of it is opened. @throws RetryLater */
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
     * Does the work of a call when its turn has come: of its session first, so that what waits
     * there takes no place of its network.
     * @throws RetryLater
     */
    async inTurn<T>({ token, address }: Caller, work: () => Promise<T>): Promise<T> {
      const ofNetwork = () =>
        address === null ? work() : turnsOfNetwork(networkOf(address), work);
      return await (token ? turnsOfSession(token, ofNetwork) : ofNetwork());
    },
  };
}
