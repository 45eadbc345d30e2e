// Idempotency of writes: a request id has one effect and one response for 400 days. Older ids are
// refused.
import type { AnyCall } from '@sandali/contract/call.ts';
import {
  type Code,
  codes,
  type RefusalName,
  refusalName,
  successCode,
} from '@sandali/contract/codes.ts';
import { dayMs } from '@sandali/contract/day.ts';
import { timeOfId } from '@sandali/contract/id.ts';
import type { CompiledQuery } from 'kysely';
import type { Db, Tx } from '#/db/database.ts';
import { type RefusalValues, Refused } from '#/platform/refuse.ts';
import { sha256 } from '#/platform/seal.ts';
import { deleteEnded } from './cleanup.ts';
import type { Ctx } from './ctx.ts';
import {
  type Answer,
  type Ids,
  isAnonymous,
  type Kept,
  type Key,
  newestAnswerAt,
} from './idempotency.store.ts';
import { rateLimitQuery } from './rate-limit.ts';

/** A refusal in the form in which it is stored and repeated. */
export type RefusedAnswer = { code: Code; refusal: RefusalName; values: RefusalValues };

export function refusedAnswer({ refusal, values }: Refused): RefusedAnswer {
  return { code: codes[refusal], refusal, values };
}

/** Returns the part of a response that is stored. */
export function keptOf(answer: RefusedAnswer | { ids: Ids }): Answer {
  return 'refusal' in answer
    ? { code: answer.code, ids: { values: answer.values } }
    : { code: successCode, ids: answer.ids };
}

/**
 * The maximum number of refusals stored per borrower per day, so that no session fills the table.
 * Further refusals become tooManyRequests, which is not stored.
 */
const keptRefusalsADay = 2000;

/**
 * Returns the statements that count a borrower's refusal. Above the limit, they fail as Refused
 * tooManyRequests.
 */
export function refusalQueries(
  tx: Tx,
  { scope }: Key,
  wall: Temporal.Instant,
): readonly CompiledQuery[] {
  if (isAnonymous(scope)) return [];
  const refusals = { name: `refusals:${scope}`, limit: keptRefusalsADay, windowMs: dayMs };
  return [rateLimitQuery(tx, refusals, wall)];
}

/** Writes in progress in this process, by scope and request id. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Runs a write after earlier copies of it in this process have finished. `isFirst` is false if
 * there was an earlier copy, whose response may be stored by now.
 */
export async function afterCopies<T>(
  { scope, requestId }: Key,
  run: (isFirst: boolean) => Promise<T>,
): Promise<T> {
  const key = `${scope} ${requestId}`;
  let isFirst = true;
  for (let first = underWay.get(key); first; first = underWay.get(key)) {
    isFirst = false;
    await first.catch(() => {}); // its own caller gets the error
  }
  const running = run(isFirst);
  underWay.set(key, running);
  try {
    return await running;
  } finally {
    underWay.delete(key);
  }
}

/** A request id returns the same response for this many days after the time that it contains. */
const keptDays = 400;
/** How far an id's time may be ahead of the server's, because phone clocks are often wrong. */
const mostAheadMs = dayMs;

/**
 * Refuses a request id whose time is missing, too old or too far in the future. Otherwise the
 * request could run a second time after its response has been deleted.
 * @throws Refused requestIdExpired
 */
export function requireTimely({ requestId, wall }: Pick<Ctx, 'requestId' | 'wall'>): void {
  const madeMs = timeOfId(requestId);
  const ageMs = madeMs === null ? Number.NaN : wall.epochMilliseconds - madeMs;
  if (!(ageMs >= -mostAheadMs && ageMs <= keptDays * dayMs)) throw new Refused('requestIdExpired');
}

/**
 * Deletes the responses whose ids are too old. An id's age counts from the newest response, as in
 * the trigger that protects newer responses.
 */
export async function forgetAnswers(db: Db): Promise<void> {
  const newest = await newestAnswerAt(db);
  if (newest)
    await deleteEnded(
      db,
      'idempotency_keys',
      'made_at',
      newest.subtract({ milliseconds: keptDays * dayMs + 2 * mostAheadMs }),
    );
}

/** Returns the hash that shows whether a repeated request has the same input. */
export function hashOfInput({ app }: Pick<Ctx, 'app'>, input: unknown): Buffer {
  return app.sealer.hash('write input', sha256(stable(input)));
}

/**
 * Returns JSON with sorted keys and bytes as base64, so that the same input always has the same
 * hash.
 */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, member) => {
    if (member instanceof Uint8Array)
      return Buffer.from(member.buffer, member.byteOffset, member.byteLength).toString('base64');
    return member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member;
  });
}

/**
 * Whether a refusal is temporary, for example because the session has ended. Temporary refusals are
 * not stored, so that the client can send the same id again.
 */
export function isAboutTheMoment({ refusal }: Refused): boolean {
  return momentary.includes(refusal);
}
const momentary: readonly RefusalName[] = ['systemBusy', 'tooManyRequests', 'sessionInvalid'];

/**
 * Returns the stored ids if the call and its input are the same.
 * @throws Refused if they differ, or if the stored response is a refusal
 */
export function idsAgain<I extends Ids>(call: AnyCall, kept: Kept, inputHash: Buffer): I {
  if (kept.call !== call.path || !kept.input_hash.equals(inputHash))
    throw new Refused('requestIdReused');
  const refusal = refusalName(kept.code);
  if (refusal) throw new Refused(refusal, (kept.ids as { values?: RefusalValues }).values ?? {});
  return kept.ids as I;
}
