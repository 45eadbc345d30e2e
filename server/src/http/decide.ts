// Runs writes that read once, decide without the database, and write once with COMMIT
// (docs/decisions/0052).
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Decision, ServedDecision } from '#/context/serve.ts';
import { settingsVersionPart } from '#/context/settings.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { snapshotOf } from '#/db/snapshot.ts';
import { Refused } from '#/platform/refuse.ts';
import {
  findKept,
  insertAnswer,
  isTaken,
  type Kept,
  type Key,
  keptPart,
  scopeOfBorrower,
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

type Outcome = Decision | RefusedAnswer;
type Facts = Record<string, unknown>;
/** Rows read with the session: the decision's facts, and the stored response of its request id. */
type First = { facts: Facts; kept: Kept | null };

/**
 * Runs a decision with the guarantees of `runWrite`. It inserts the request id last: of two
 * concurrent copies, the second fails there and returns the first copy's response.
 * @throws Refused, and any unexpected error.
 */
export async function runDecision(
  served: ServedDecision,
  ctx: BorrowerCtx,
  input: unknown,
  { lockInSession, first }: { lockInSession: LockInSession; first: First },
): Promise<unknown> {
  requireTimely(ctx);
  const key = { scope: scopeOfBorrower(ctx.who.borrowerId), requestId: ctx.requestId };
  const run = {
    served,
    ctx,
    input,
    key,
    lockInSession,
    inputHash: hashOfInput(served, ctx, input),
  };
  return await afterCopies(key, async (isFirst) => {
    const kept = isFirst ? first.kept : await findKept(ctx.app.db, key);
    return kept ? await answerAgain(run, kept) : await runFirst(run, first.facts);
  });
}

type Run = {
  served: ServedDecision;
  ctx: BorrowerCtx;
  input: unknown;
  key: Key;
  lockInSession: LockInSession;
  inputHash: Buffer;
};

async function runFirst(run: Run, facts: Facts): Promise<unknown> {
  const { served, ctx, input } = run;
  const prepared = await prepareOnce(
    served.prepare && (() => served.prepare?.(ctx, facts, input) as Promise<unknown>),
  );
  const refused = prepared.refused && refusedAnswer(prepared.refused);
  const outcome = await unlessTaken(run, async () => {
    try {
      return served.locked
        ? await decideUnderLocks(run, served.locked, { refused, prepared: prepared.value })
        : await writeDecided(run, refused ?? (await decided(run, facts, prepared.value)));
    } catch (error) {
      // A constraint of the database may refuse the write; that refusal is stored too.
      if (!(error instanceof Refused) || isAboutTheMoment(error)) throw error;
      return await writeDecided(run, refusedAnswer(error));
    }
  });
  if ('input_hash' in outcome) return await answerAgain(run, outcome);
  if ('refusal' in outcome) throw new Refused(outcome.refusal, outcome.values);
  outcome.afterwards?.();
  return outcome.answer;
}

/** Runs the work; returns the stored response if another request has taken the id meanwhile. */
async function unlessTaken(
  { ctx, key }: Run,
  work: () => Promise<Outcome | Kept>,
): Promise<Outcome | Kept> {
  try {
    return await work();
  } catch (error) {
    if (!isTaken(error)) throw error;
    return await keptAnswer(ctx.app.db, key);
  }
}

/** Decides; throws refusals that are about the moment, so that they are not stored. */
async function decided(
  { served, ctx, input }: Run,
  facts: Facts,
  prepared: unknown,
): Promise<Outcome> {
  try {
    return await served.decide(ctx, facts, input, prepared);
  } catch (error) {
    if (!(error instanceof Refused) || isAboutTheMoment(error)) throw error;
    return refusedAnswer(error);
  }
}

/**
 * Writes, in one batch, an outcome that was decided without locks. The batch fails if the session
 * has ended meanwhile.
 */
async function writeDecided(run: Run, outcome: Outcome): Promise<Outcome> {
  const { ctx, lockInSession } = run;
  await inTx(ctx.app.db, async (tx) => {
    lockInSession(tx, ctx.who, ctx.wall).catch(() => {}); // inTx reports the failure
    write(run, tx, outcome);
  });
  return outcome;
}

type Judged = { refused: RefusedAnswer | undefined; prepared: unknown };

/**
 * Locks and reads in one batch, decides, and writes with COMMIT. Starts again if the settings,
 * cached for two seconds, have changed: lending that staff have paused must stop immediately.
 */
async function decideUnderLocks(
  run: Run,
  locked: NonNullable<ServedDecision['locked']>,
  judged: Judged,
): Promise<Outcome | Kept> {
  const { settings } = run.ctx.app;
  for (;;) {
    const outcome = await tryUnderLocks(run, locked, judged);
    if (outcome) return outcome;
    settings.forget();
  }
}

async function tryUnderLocks(
  run: Run,
  { parts, lock }: NonNullable<ServedDecision['locked']>,
  { refused, prepared }: Judged,
): Promise<Outcome | Kept | null> {
  const { served, ctx, input, key, lockInSession } = run;
  const { values: settings, version } = await ctx.app.settings.versioned();
  const reading = snapshotOf(parts, () => ({
    ...parts,
    kept: keptPart,
    settings: settingsVersionPart,
  }));
  const params = {
    ...served.given(ctx, input, settings),
    borrowerId: ctx.who.borrowerId,
    requestId: key.requestId,
  };
  return await inTx(ctx.app.db, async (tx) => {
    // A batch's statements run in order, so the locks are held when the rows are read.
    const locks = [lockInSession(tx, ctx.who, ctx.wall), ...lock(tx, ctx, input, settings)];
    const [facts] = await Promise.all([
      reading.read(tx, params as never) as Promise<Facts>,
      ...locks,
    ]);
    if (facts.kept) return facts.kept as Kept;
    if (facts.settings !== version) return null;
    const outcome = refused ?? (await decided(run, facts, prepared));
    write(run, tx, outcome);
    return outcome;
  });
}

/** Sends all writes without waiting, so that COMMIT follows immediately; inTx reports failures. */
function write({ served, ctx, key, inputHash }: Run, tx: Tx, outcome: Outcome): void {
  const answer = insertAnswer(
    tx,
    { ...key, call: served.call.path, inputHash, at: ctx.wall },
    keptOf(outcome),
  );
  const written = 'refusal' in outcome ? [] : outcome.writes(tx);
  if ('refusal' in outcome) countRefusal(tx, key, ctx.wall);
  for (const query of [...written, answer]) tx.executeQuery(query).catch(() => {});
}

async function answerAgain({ served, ctx, inputHash }: Run, kept: Kept): Promise<unknown> {
  return await served.show(ctx, ctx.app.db, idsAgain(served, kept, inputHash));
}
