// The wrapper of every write: one transaction, one effect for a request id however often it arrives, one answer that is stored permanently.
import { createHash } from 'node:crypto';
import { type Code, codes, type RefusalName, refusalName, successCode } from '@sandali/contract/codes.ts';
import { sql } from 'kysely';
import type { Borrower, Ctx } from '#/context/ctx.ts';
import type { Ids, ServedWrite } from '#/context/serve.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { type RefusalValues, Refused, RefusedButKept } from '#/platform/refuse.ts';

type Outcome =
  | { code: typeof successCode; ids: Ids; once: unknown; answer: unknown }
  | { code: Code; refusal: RefusalName; values: RefusalValues };

type Kept = { code: string; ids: unknown; input_hash: Buffer; call: string };

/** Locks the borrower of a session, and refuses where that session has ended meanwhile. */
export type LockInSession = (tx: Tx, who: Borrower, wall: Temporal.Instant) => Promise<void>;

/** Writes that are under way in this process, by scope and request id. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Runs a write. The same id with the same input answers again what it answered first (its code and ids; the body is rendered from today's
 * state); with another input it is refused. Ids belong to the person, and those of calls that need no login to the device.
 * Copies that come at once wait for the first of them here, so that costly preparations are made once; across servers the database's row for
 * the id keeps the effect single all the same.
 * Of a call that needs no login a refusal that changed nothing leaves nothing behind either: anybody may make such calls without end. Sent again it is
 * judged again.
 * A borrower's write holds the lock on its borrower from its first statement to its last, and does nothing where the session ended while it waited.
 * @throws Refused, and whatever is broken.
 */
export async function runWrite(served: ServedWrite, ctx: Ctx, input: unknown, lockInSession: LockInSession): Promise<unknown> {
  const scope = ctx.who && served.call.who === 'borrower' ? `b:${ctx.who.borrowerId}` : `d:${ctx.deviceId}`;
  const key = `${scope} ${ctx.requestId}`;
  for (let first = underWay.get(key); first; first = underWay.get(key)) await first.catch(() => {}); // its own caller hears of its failure
  const running = runFirst(served, ctx, input, scope, lockInSession);
  underWay.set(key, running);
  try {
    return await running;
  } finally {
    underWay.delete(key);
  }
}

async function runFirst(served: ServedWrite, ctx: Ctx, input: unknown, scope: string, lockInSession: LockInSession): Promise<unknown> {
  const db = ctx.app.db;
  const inputHash = ctx.app.sealer.hash(
    'write input',
    createHash('sha256')
      .update(stable(served.sameBy?.(input) ?? input))
      .digest(),
  );
  const lock = async (tx: Tx) => {
    if (served.call.who === 'borrower' && ctx.who) await lockInSession(tx, ctx.who, ctx.wall);
  };
  const before = await findKept(db, scope, ctx.requestId);
  if (before) return await answerAgain(served, ctx, before, inputHash, lock);
  const prepared = await prepare(served, ctx, input);
  if (prepared.refused && isAnonymous(scope)) throw prepared.refused;
  const outcome = await inTx(db, async (tx) => {
    const [isFirst] = await Promise.all([claimId(tx, { scope, ctx, served, inputHash }), lock(tx), sql`savepoint verb`.execute(tx)]);
    if (!isFirst) return null;
    const result = prepared.refused ? refusedOutcome(prepared.refused) : await attempt(served, ctx, tx, input, prepared.value, scope);
    keep(tx, scope, ctx.requestId, result).catch(() => {}); // goes with COMMIT; inTx says where it fails
    return result;
  });
  if (!outcome) {
    const kept = await findKept(db, scope, ctx.requestId);
    if (!kept) throw new Error('A request id was taken and then not found.');
    return await answerAgain(served, ctx, kept, inputHash, lock);
  }
  if ('refusal' in outcome) throw new Refused(outcome.refusal, outcome.values);
  return outcome.answer ?? (await served.show(ctx, db, outcome.ids, outcome.once));
}

const isAnonymous = (scope: string) => scope.startsWith('d:');

/** Refusals that are about the moment, not about the request: the same id may be tried again. */
const momentary: readonly RefusalName[] = ['systemBusy', 'tooManyRequests'];

/** Costly work before the transaction; a refusal from it is kept under the id like any other, unless it is about the moment. */
async function prepare(served: ServedWrite, ctx: Ctx, input: unknown): Promise<{ value?: unknown; refused?: Refused }> {
  if (!served.before) return {};
  try {
    return { value: await served.before(ctx, ctx.app.db, input) };
  } catch (error) {
    if (error instanceof Refused && !momentary.includes(error.refusal)) return { refused: error };
    throw error;
  }
}

/** Takes the id for this transaction; a second request with it waits here until the first has ended. */
async function claimId(tx: Tx, of: { scope: string; ctx: Ctx; served: ServedWrite; inputHash: Buffer }): Promise<boolean> {
  const row = await tx
    .insertInto('idempotency_keys')
    .values({
      scope: of.scope,
      request_id: of.ctx.requestId,
      call: of.served.call.path,
      input_hash: of.inputHash,
      code: successCode,
      made_at: of.ctx.wall,
    })
    .onConflict((clash) => clash.doNothing())
    .returning('code')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A refusal takes back what the verb wrote, and nothing else: the id stays taken, with the refusal as its answer. That a session has ended, and what is
 * about the moment, says nothing about the request, so that this takes back the id as well: after another login, or later, the same request may be made. So does a refusal of an anonymous call, unless what it counted is kept.
 */
async function attempt(served: ServedWrite, ctx: Ctx, tx: Tx, input: unknown, prepared: unknown, scope: string): Promise<Outcome> {
  try {
    const done = await served.run(ctx, tx, input, prepared);
    return { code: successCode, ids: done.ids, once: done.once, answer: done.answer };
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal === 'sessionInvalid' || momentary.includes(error.refusal)) throw error;
    if (isAnonymous(scope) && !(error instanceof RefusedButKept)) throw error;
    if (!(error instanceof RefusedButKept)) await sql`rollback to savepoint verb`.execute(tx);
    return refusedOutcome(error);
  }
}

function refusedOutcome({ refusal, values }: Refused): Outcome {
  return { code: codes[refusal], refusal, values };
}

async function keep(tx: Tx, scope: string, requestId: string, outcome: Outcome): Promise<void> {
  const ids = 'refusal' in outcome ? { values: outcome.values } : outcome.ids;
  await tx
    .updateTable('idempotency_keys')
    .set({ code: outcome.code, ids: JSON.stringify(ids) })
    .where('scope', '=', scope)
    .where('request_id', '=', requestId)
    .execute();
}

async function findKept(db: Read, scope: string, requestId: string): Promise<Kept | undefined> {
  return await db
    .selectFrom('idempotency_keys')
    .select(['code', 'ids', 'input_hash', 'call'])
    .where('scope', '=', scope)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

type Lock = (tx: Tx) => Promise<void>;

async function answerAgain(served: ServedWrite, ctx: Ctx, kept: Kept, inputHash: Buffer, lock: Lock): Promise<unknown> {
  if (kept.call !== served.call.path || !kept.input_hash.equals(inputHash)) throw new Refused('requestIdReused');
  const refusal = refusalName(kept.code);
  if (refusal) throw new Refused(refusal, (kept.ids as { values?: RefusalValues }).values ?? {});
  const ids = kept.ids as Ids;
  const again = served.again;
  const once =
    again &&
    (await inTx(ctx.app.db, async (tx) => {
      await lock(tx);
      return await again(ctx, tx, ids);
    }));
  return await served.show(ctx, ctx.app.db, ids, once);
}

/** JSON with sorted keys and bytes as base64, so that the same input hashes alike in whatever order and version a client writes it. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, one) => {
    if (one instanceof Uint8Array) return Buffer.from(one.buffer, one.byteOffset, one.byteLength).toString('base64');
    return one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  });
}
