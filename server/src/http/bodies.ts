// Reads the bodies of calls while data keeps arriving, and only a few large bodies at once.
import type { Context } from 'hono';
import { createGate, createGates } from '#/platform/gate.ts';
import { networkOf } from '#/platform/nets.ts';
import { serverBusy } from './share.ts';

/** Bodies above this size are large. */
export const smallBytes = 64 * 1024;

/**
 * Within every `ms`, a body must either end or deliver `bytes`. The usual 2 kB per second is slower
 * than any connection that could carry a picture.
 */
export type Slowest = { bytes: number; ms: number };
export const usualSlowest: Slowest = { bytes: 20 * 1024, ms: 10_000 };

/** Thrown if the client has stopped its upload or lost its connection. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

/** Thrown if a body arrives too slowly or not at all. */
export class TooSlow extends Error {
  override name = 'TooSlow';
}

/**
 * Reads a small body of `length` bytes at once, which is twice as fast as in chunks.
 * @throws ClientGone, TooSlow
 */
export async function smallBytesOf(c: Context, length: number, slowest: Slowest): Promise<Buffer> {
  const slow = Promise.withResolvers<never>();
  const mostMs = slowest.ms * Math.max(1, Math.ceil(length / slowest.bytes));
  const timer = setTimeout(() => slow.reject(new TooSlow('The body arrived too slowly.')), mostMs);
  try {
    return Buffer.from(await Promise.race([c.req.arrayBuffer(), slow.promise]));
  } catch (cause) {
    throw cause instanceof TooSlow ? cause : new ClientGone('The body ended early.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a large body to its end. @throws ClientGone, TooSlow */
export async function bytesOf(c: Context, slowest: Slowest): Promise<Buffer> {
  const reader = c.req.raw.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  const slow = Promise.withResolvers<never>();
  let fresh = 0;
  const look = setInterval(() => {
    if (fresh < slowest.bytes) slow.reject(new TooSlow('The body arrived too slowly.'));
    fresh = 0;
  }, slowest.ms);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), slow.promise]);
      if (done) return Buffer.concat(pieces);
      pieces.push(value);
      fresh += value.byteLength;
    }
  } catch (cause) {
    throw cause instanceof TooSlow ? cause : new ClientGone('The body ended early.', { cause });
  } finally {
    clearInterval(look);
    // The timer may fire at the moment when the body ends.
    slow.promise.catch(() => {});
  }
}

/**
 * Limits the memory for bodies that are still arriving, each of at most 7 MB. Callers without a
 * login share a small limit per network, so they cannot delay borrowers who are logged in.
 */
const personGate = createGates(1, 3, serverBusy);
const strangerGate = createGate(8, 64, serverBusy);
const networkGate = createGates(16, 64, serverBusy);
const totalGate = createGate(48, 200, serverBusy);
/** Decoding needs several times the memory of the body. */
const decodingGate = createGate(4, 48, serverBusy);

/**
 * Reads a large body, then waits for a turn to process it, so that a slow upload does not delay
 * others.
 * @throws RetryLater, ClientGone, TooSlow
 */
export async function withLargeBody<T>(
  of: { person: string | null; address: string | null },
  read: () => Promise<Buffer>,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const readBody = () =>
    of.person === null ? strangerGate(() => totalGate(read)) : totalGate(read);
  const readInNetwork = () =>
    of.address === null ? readBody() : networkGate(networkOf(of.address), readBody);
  return await personGate(of.person ?? `network ${networkOf(of.address ?? '')}`, async () => {
    const bytes = await readInNetwork();
    return await decodingGate(async () => await work(bytes));
  });
}
