// Reading the bodies of calls: as long as something of them keeps coming, and few large ones at
// once.
import type { Context } from 'hono';
import { createGate, createGates } from '#/platform/gate.ts';
import { networkOf } from '#/platform/nets.ts';
import { serverBusy } from './share.ts';

/** Bodies above this are large. */
export const smallBytes = 64 * 1024;

/**
 * Within so many seconds a body comes to its end or brings as much: 2 kB a second, less than the
 * slowest line on which a picture would come at all.
 */
export type Slowest = { bytes: number; ms: number };
export const usualSlowest: Slowest = { bytes: 20 * 1024, ms: 10_000 };

/** Somebody stopped an upload, or their line broke: nothing is wrong here. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

/** A body that arrives too slowly, or not at all. */
export class TooSlow extends Error {
  override name = 'TooSlow';
}

/**
 * Reads a small body of so many bytes, all at once: half the work of reading it piece by piece.
 * @throws ClientGone, TooSlow
 */
export async function smallBytesOf(c: Context, length: number, slowest: Slowest): Promise<Buffer> {
  const slow = Promise.withResolvers<never>();
  const mostMs = slowest.ms * Math.max(1, Math.ceil(length / slowest.bytes));
  const timer = setTimeout(() => slow.reject(new TooSlow('The body hardly came.')), mostMs);
  try {
    return Buffer.from(await Promise.race([c.req.arrayBuffer(), slow.promise]));
  } catch (cause) {
    throw cause instanceof TooSlow
      ? cause
      : new ClientGone('The body did not come to its end.', { cause });
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
    if (fresh < slowest.bytes) slow.reject(new TooSlow('The body hardly came.'));
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
    throw cause instanceof TooSlow
      ? cause
      : new ClientGone('The body did not come to its end.', { cause });
  } finally {
    clearInterval(look);
    // it may have been too slow in the very moment in which it came to its end
    slow.promise.catch(() => {});
  }
}

/**
 * What is held of bodies that are still coming, 7 MB each at most: one a person, few from a
 * network, and no more than memory is there for. Strangers count by their network and have a small
 * part of the memory, so that they hold up neither each other nor anybody who is logged in.
 */
const ofPerson = createGates(1, 3, serverBusy);
const ofStrangers = createGate(8, 64, serverBusy);
const ofNetwork = createGates(16, 64, serverBusy);
const ofAll = createGate(48, 200, serverBusy);
/** Decoding a body of this size takes memory several times. */
const opening = createGate(4, 48, serverBusy);

/**
 * Reads a large body and then, when its turn has come, does its work: one that comes slowly holds
 * up no other.
 * @throws RetryLater, ClientGone, TooSlow
 */
export async function withLargeBody<T>(
  of: { person: string | null; address: string | null },
  read: () => Promise<Buffer>,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const all = () => (of.person === null ? ofStrangers(() => ofAll(read)) : ofAll(read));
  const network = () => (of.address === null ? all() : ofNetwork(networkOf(of.address), all));
  return await ofPerson(of.person ?? `network ${networkOf(of.address ?? '')}`, async () => {
    const bytes = await network();
    return await opening(async () => await work(bytes));
  });
}
