// What writes share: a request id has one effect, and one answer for 400 days; an older id is
// refused.
import {
  type Code,
  codes,
  type RefusalName,
  refusalName,
  successCode,
} from '@sandali/contract/codes.ts';
import { dayMs } from '@sandali/contract/day.ts';
import { timeOfId } from '@sandali/contract/id.ts';
import { deleteEnded } from '#/context/cleanup.ts';
import type { Borrower, Ctx } from '#/context/ctx.ts';
import { rateLimitStatements } from '#/context/rate-limit.ts';
import type { Ids, ServedDecision, ServedWrite } from '#/context/serve.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type RefusalValues, Refused } from '#/platform/refuse.ts';
import { sha256 } from '#/platform/seal.ts';
import {
  type Answer,
  findKept,
  isAnonymous,
  type Kept,
  type Key,
  newestAnswerAt,
} from './idempotency.store.ts';

/**
 * Locks the borrower of a session until the transaction ends, and looks whether that session is
 * still open then: whatever held the lock may have ended it. Both fail in the database, as Refused
 * sessionInvalid, so that nobody has to wait for them before what follows is sent.
 */
export type LockInSession = (tx: Tx, who: Borrower, wall: Temporal.Instant) => Promise<unknown>;

/** A refusal, as it is kept and answered again. */
export type RefusedAnswer = { code: Code; refusal: RefusalName; values: RefusalValues };

export function refusedAnswer({ refusal, values }: Refused): RefusedAnswer {
  return { code: codes[refusal], refusal, values };
}

/** What is kept of an answer. */
export function keptOf(answer: RefusedAnswer | { ids: Ids }): Answer {
  return 'refusal' in answer
    ? { code: answer.code, ids: { values: answer.values } }
    : { code: successCode, ids: answer.ids };
}

/**
 * Refusals that are kept of a borrower in a day: far more than anybody meets, so that no session
 * fills the table. Beyond it the answer is tooManyRequests, which is not kept.
 */
const keptRefusalsADay = 2000;

/**
 * Counts a refusal in a session, with the batch that keeps it; the batch fails as Refused
 * tooManyRequests where there were too many.
 */
export function countRefusal(tx: Tx, { scope }: Key, wall: Temporal.Instant): void {
  if (isAnonymous(scope)) return;
  const refusals = { name: `refusals:${scope}`, limit: keptRefusalsADay, windowMs: dayMs };
  // inTx says where it fails
  for (const one of rateLimitStatements(tx, refusals, wall)) tx.executeQuery(one).catch(() => {});
}

/** Writes that are under way in this process, by scope and request id. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Runs a write after the copies of it that came before; `isFirst` is false where there was one, so
 * that it may have been answered meanwhile.
 */
export async function afterCopies<T>(
  { scope, requestId }: Key,
  run: (isFirst: boolean) => Promise<T>,
): Promise<T> {
  const key = `${scope} ${requestId}`;
  let isFirst = true;
  for (let first = underWay.get(key); first; first = underWay.get(key)) {
    isFirst = false;
    await first.catch(() => {}); // its own caller hears of its failure
  }
  const running = run(isFirst);
  underWay.set(key, running);
  try {
    return await running;
  } finally {
    underWay.delete(key);
  }
}

/**
 * For how many days a request id is answered the same again, counted from the time that it carries.
 */
export const keptDays = 400;
/** How far ahead of the server's clock the time of an id may be: phones are seldom right. */
const mostAheadMs = dayMs;

/**
 * Refuses a write whose answer may be forgotten already, before anything is read: an id that is too
 * old, or that is of no time or of one to come and so could be sent again when its answer is gone.
 * @throws Refused requestIdExpired
 */
export function requireTimely({ requestId, wall }: Pick<Ctx, 'requestId' | 'wall'>): void {
  const madeMs = timeOfId(requestId);
  const ageMs = madeMs === null ? Number.NaN : wall.epochMilliseconds - madeMs;
  if (!(ageMs >= -mostAheadMs && ageMs <= keptDays * dayMs)) throw new Refused('requestIdExpired');
}

/**
 * Forgets answers whose ids are refused for their age, counted from the newest, as the database
 * does that refuses to forget others.
 */
export async function forgetAnswers(db: Read): Promise<void> {
  const newest = await newestAnswerAt(db);
  if (newest)
    await deleteEnded(
      db,
      'idempotency_keys',
      'made_at',
      newest.subtract({ milliseconds: keptDays * dayMs + 2 * mostAheadMs }),
    );
}

/** By what a request is the same again. */
export function hashOfInput(
  served: ServedWrite | ServedDecision,
  ctx: Ctx,
  input: unknown,
): Buffer {
  const text = stable(served.sameBy?.(input) ?? input);
  return ctx.app.sealer.hash('write input', sha256(text));
}

/**
 * JSON with sorted keys and bytes as base64, so that the same input hashes alike in whatever order
 * and version a client writes it.
 */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, one) => {
    if (one instanceof Uint8Array)
      return Buffer.from(one.buffer, one.byteOffset, one.byteLength).toString('base64');
    return one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  });
}

/**
 * Refusals that are about the moment, not about the request: the same id may be tried again. That a
 * session has ended is of these as well: after another login the request may be made.
 */
export function isAboutTheMoment({ refusal }: Refused): boolean {
  return momentary.includes(refusal);
}
const momentary: readonly RefusalName[] = ['systemBusy', 'tooManyRequests', 'sessionInvalid'];

/**
 * Runs costly work that comes before a transaction; a refusal from it is an answer like any other,
 * unless it is about the moment.
 */
export async function prepareOnce(
  work: (() => Promise<unknown>) | undefined,
): Promise<{ value?: unknown; refused?: Refused }> {
  try {
    return { value: await work?.() };
  } catch (error) {
    if (error instanceof Refused && !isAboutTheMoment(error)) return { refused: error };
    throw error;
  }
}

/**
 * The ids that a request was answered, where it is the same as the one that was.
 * @throws Refused where it is another, and where it was refused
 */
export function idsAgain(served: ServedWrite | ServedDecision, kept: Kept, inputHash: Buffer): Ids {
  if (kept.call !== served.call.path || !kept.input_hash.equals(inputHash))
    throw new Refused('requestIdReused');
  const refusal = refusalName(kept.code);
  if (refusal) throw new Refused(refusal, (kept.ids as { values?: RefusalValues }).values ?? {});
  return kept.ids as Ids;
}

/** The answer of an id that was found to be taken. */
export async function keptAnswer(db: Read, key: Key): Promise<Kept> {
  const kept = await findKept(db, key);
  if (!kept) throw new Error('A request id was taken and then not found.');
  return kept;
}
