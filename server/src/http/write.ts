// The wrapper of every write whose verb asks the database as it goes: one transaction, one effect
// for a request id however often it arrives, one answer.
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
 * Runs a write. The same id with the same input answers again what it answered first (its code and
 * ids; the body is rendered from today's state); with another input it is refused. Ids belong to
 * the person, and those of calls that need no login to the device. Copies that come at once wait
 * for the first of them here, so that costly preparations are made once; across servers the
 * database's row for the id keeps the effect single all the same. Of a call that needs no login a
 * refusal that changed nothing leaves nothing behind either: anybody may make such calls without
 * end. Sent again it is judged again. A borrower's write holds the lock on its borrower from its
 * first statement to its last, and does nothing where the session ended while it waited. `kept` is
 * what was read with the session: absent where nothing was.
 * @throws Refused, and whatever is broken.
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

/** What a request id was answered, and what `before` needs, by one statement. */
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
      // The verb's first statements follow these at once; where one of these fails, so do all that
      // come behind it.
      const asked = { ...key, call: served.call.path, inputHash, at: ctx.wall };
      const begun = Promise.all([claimKey(tx, asked), lock(tx), sql`savepoint verb`.execute(tx)]);
      begun.catch(() => {});
      const result = prepared.refused
        ? refusedAnswer(prepared.refused)
        : await attempt(run, tx, { begun, prepared: prepared.value });
      if ('refusal' in result) countRefusal(tx, key, ctx.wall);
      // goes with COMMIT; inTx says where it fails
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
 * A refusal takes back what the verb wrote, and nothing else: the id stays taken, with the refusal
 * as its answer. One that is about the moment says nothing about the request, so that it takes back
 * the id as well. So does a refusal of an anonymous call, unless what it counted is kept.
 */
async function attempt(
  { served, ctx, input, key }: Run,
  tx: Tx,
  { begun, prepared }: Begun,
): Promise<Outcome> {
  try {
    const { ids, once, answer, writes } = await served.run(ctx, tx, input, prepared);
    for (const one of writes?.(tx) ?? []) tx.executeQuery(one).catch(() => {});
    return { ids, once, answer };
  } catch (error) {
    await begun; // a request that was answered before, or whose session has ended, is not judged
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
