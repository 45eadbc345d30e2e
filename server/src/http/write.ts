// Runs writes that query the database as they go: one transaction, and one effect and one response
// per request id.
import { sql } from 'kysely';
import type { Ctx } from '#/context/ctx.ts';
import type { Ids, ServedWrite } from '#/context/serve.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { snapshotOf } from '#/db/snapshot.ts';
import { Refused, RefusedButKept } from '#/platform/refuse.ts';
import {
  claimKey,
  findKept,
  isAnonymous,
  isTaken,
  type Kept,
  type Key,
  keptOfKeyPart,
  scopeOfBorrower,
  scopeOfDevice,
  setAnswer,
} from './idempotency.store.ts';
import {
  afterCopies,
  countRefusal,
  hashOfInput,
  idsAgain,
  isAboutTheMoment,
  keptAnswer,
  keptOf,
  type LockInSession,
  prepareOnce,
  type RefusedAnswer,
  refusedAnswer,
  requireTimely,
} from './idempotency.ts';

type Outcome = { ids: Ids; once: unknown; answer: unknown } | RefusedAnswer;

/**
 * Runs a write. The same id and input return the first code and ids again, with a body of the
 * current state. A refusal without a login is not stored. `kept` is the stored response, if known.
 * @throws Refused, and any unexpected error.
 */
export async function runWrite(
  served: ServedWrite,
  ctx: Ctx,
  input: unknown,
  { lockInSession, kept }: { lockInSession: LockInSession; kept?: Kept | null },
): Promise<unknown> {
  requireTimely(ctx);
  const scope =
    ctx.who && served.call.who === 'borrower'
      ? scopeOfBorrower(ctx.who.borrowerId)
      : scopeOfDevice(ctx.deviceId);
  const key = { scope, requestId: ctx.requestId };
  const lock = async (tx: Tx) => {
    if (served.call.who === 'borrower' && ctx.who) await lockInSession(tx, ctx.who, ctx.wall);
  };
  return await afterCopies(key, async (isFirst) => {
    const read =
      isFirst && kept !== undefined ? { kept } : await readFirst(served, ctx, input, key);
    return await runFirst({ served, ctx, input, key, lock }, read);
  });
}

type Run = {
  served: ServedWrite;
  ctx: Ctx;
  input: unknown;
  key: Key;
  lock: (tx: Tx) => Promise<void>;
};
type First = { kept: Kept | null } & Record<string, unknown>;

/** Reads the stored response and the rows that `before` needs, in one statement. */
async function readFirst(served: ServedWrite, ctx: Ctx, input: unknown, key: Key): Promise<First> {
  const { first } = served;
  if (!first) return { kept: await findKept(ctx.app.db, key) };
  const reading = snapshotOf(served, () => ({ ...first.parts, kept: keptOfKeyPart }));
  return (await reading.read(ctx.app.db, { ...first.given(ctx, input), ...key } as never)) as First;
}

async function runFirst(run: Run, first: First): Promise<unknown> {
  const { served, ctx, input, key, lock } = run;
  const db = ctx.app.db;
  const inputHash = hashOfInput(served, ctx, input);
  if (first.kept) return await answerAgain(run, first.kept, inputHash);
  const prepared = await prepareOnce(
    served.before && (() => served.before?.(ctx, db, input, first) as Promise<unknown>),
  );
  if (prepared.refused && isAnonymous(key.scope)) throw prepared.refused;
  let outcome: Outcome;
  try {
    outcome = await inTx(db, async (tx) => {
      // The verb's statements are sent without waiting for these; if one fails, all later ones fail
      // too.
      const claimedKey = { ...key, call: served.call.path, inputHash, at: ctx.wall };
      const begun = Promise.all([
        claimKey(tx, claimedKey),
        lock(tx),
        sql`savepoint verb`.execute(tx),
      ]);
      begun.catch(() => {});
      const result = prepared.refused
        ? refusedAnswer(prepared.refused)
        : await attempt(run, tx, { begun, prepared: prepared.value });
      if ('refusal' in result) countRefusal(tx, key, ctx.wall);
      // This statement is sent with COMMIT; inTx reports its failure.
      setAnswer(tx, key, keptOf(result)).catch(() => {});
      return result;
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    return await answerAgain(run, await keptAnswer(db, key), inputHash);
  }
  if ('refusal' in outcome) throw new Refused(outcome.refusal, outcome.values);
  return outcome.answer ?? (await served.show(ctx, db, outcome.ids, outcome.once));
}

type Begun = { begun: Promise<unknown>; prepared: unknown };

/**
 * Runs the verb. A refusal becomes the id's response and rolls back the verb's writes; a
 * RefusedButKept keeps them. Temporary refusals are thrown, which releases the id. So are other
 * refusals of anonymous calls, except a RefusedButKept.
 */
async function attempt(
  { served, ctx, input, key }: Run,
  tx: Tx,
  { begun, prepared }: Begun,
): Promise<Outcome> {
  try {
    const { ids, once, answer, writes } = await served.run(ctx, tx, input, prepared);
    for (const query of writes?.(tx) ?? []) tx.executeQuery(query).catch(() => {});
    return { ids, once, answer };
  } catch (error) {
    // Fails for a taken id or an ended session; these errors precede any refusal by the verb.
    await begun;
    if (!(error instanceof Refused) || isAboutTheMoment(error)) throw error;
    if (isAnonymous(key.scope) && !(error instanceof RefusedButKept)) throw error;
    if (!(error instanceof RefusedButKept)) await sql`rollback to savepoint verb`.execute(tx);
    return refusedAnswer(error);
  }
}

async function answerAgain(
  { served, ctx, lock }: Run,
  kept: Kept,
  inputHash: Buffer,
): Promise<unknown> {
  const ids = idsAgain(served, kept, inputHash);
  const again = served.again;
  const once =
    again &&
    (await inTx(ctx.app.db, async (tx) => {
      await lock(tx);
      return await again(ctx, tx, ids);
    }));
  return await served.show(ctx, ctx.app.db, ids, once);
}
