// Runs a write: one transaction, and one effect and one response per request id.
import type { AnyCall, DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { CompiledQuery } from 'kysely';
import { type Db, inTx, isBusy, type Read, type Tx } from '#/db/database.ts';
import { type FactsOf, type GivenOf, type Part, type Parts, snapshotOf } from '#/db/snapshot.ts';
import { Refused, RefusedButKept } from '#/platform/refuse.ts';
import { pinned } from './ctx.ts';
import {
  findKept,
  type Ids,
  insertAnswer,
  isAnonymous,
  isTaken,
  type Kept,
  type Key,
  keptOfKeyPart,
  keptPart,
  scopeOfBorrower,
  scopeOfDevice,
} from './idempotency.store.ts';
import {
  afterCopies,
  hashOfInput,
  idsAgain,
  isAboutTheMoment,
  keptOf,
  type RefusedAnswer,
  refusalQueries,
  refusedAnswer,
  requireTimely,
} from './idempotency.ts';
import {
  type CtxOf,
  type FirstRead,
  type IncomingCall,
  openCall,
  type ParamsOf,
} from './open-call.ts';
import { settingsVersionPart } from './settings.ts';

/** The result of a write's verb. */
export type Done<I extends Ids = Ids, Once = undefined, Data = never> = {
  /** The ids to store. */
  ids: I;
  /** A secret that is sent once and never stored, such as a session token. */
  once?: Once;
  /** The response, if the verb already has everything that `show` would read. */
  answer?: Data;
  /**
   * Statements to send together with COMMIT. Nothing reads their results, so each must fail in the
   * database if its condition is not met (`ensure`, `refuse_unless`).
   */
  writes?(db: Read): readonly CompiledQuery[];
  /** Runs after COMMIT. */
  afterwards?(): void;
};

/** The types of a write, which follow from its contract and its verb. */
type Types = {
  call: AnyCall;
  ids: Ids;
  /** The rows read with the session. */
  first: Parts;
  /** The rows read under locks. */
  locked: Parts;
  /** The result of `before`. */
  prepared: unknown;
  once: unknown;
};
type Result<W extends Types> = Done<W['ids'], W['once'], DataOf<W['call']>>;

/** A verb that queries the database in the transaction as it goes. */
type Runs<W extends Types> = {
  run(
    ctx: CtxOf<W['call']>,
    tx: Tx,
    input: RequestOf<W['call']>,
    prepared: W['prepared'],
  ): Promise<Result<W>>;
};

/**
 * A verb that decides on rows that one statement reads under locks. The borrower is locked first,
 * then the rows of `lock`, in the order of ARCHITECTURE.md.
 */
type Decides<W extends Types> = {
  lock?(tx: Tx, ctx: CtxOf<W['call']>, input: RequestOf<W['call']>): readonly Promise<unknown>[];
  parts: W['locked'];
  params(ctx: CtxOf<W['call']>, input: RequestOf<W['call']>): ParamsOf<W['locked']>;
  decide(
    ctx: CtxOf<W['call']>,
    facts: FactsOf<W['locked']>,
    input: RequestOf<W['call']>,
    prepared: W['prepared'],
  ): Promise<Result<W>>;
};

/** How a write is served. */
export type Write<W extends Types> = {
  /** The minimum duration of the call in ms, whatever its result. */
  floorMs?: number;
  /** The rows that `before` needs, read together with the stored response of the request id. */
  first?: FirstRead<W['call'], W['first']>;
  /** Costly work before the transaction begins: hashing a password, re-encoding a picture. */
  before?(
    ctx: CtxOf<W['call']>,
    read: Db,
    input: RequestOf<W['call']>,
    facts: FactsOf<W['first']>,
  ): Promise<W['prepared']>;
  /** The part of the input that identifies a repeated request; the whole input if absent. */
  sameBy?(input: RequestOf<W['call']>): unknown;
  /** Builds the response body from the current state. Repeated requests use it too. */
  show(
    ctx: CtxOf<W['call']>,
    read: Db,
    ids: W['ids'],
    once: W['once'] | undefined,
  ): Promise<DataOf<W['call']>>;
  /** Makes a new secret, in a transaction, for a repeated request whose first response had one. */
  again?(ctx: CtxOf<W['call']>, tx: Tx, ids: W['ids']): Promise<W['once']>;
} & (Runs<W> | Decides<W>);

/** The rows of `first`, and the stored response of the request id. */
type FirstParts<W extends Types> = W['first'] & {
  kept: Part<Key & { borrowerId: string }, Kept | null>;
};
/** The rows to decide on, and the version of the settings. */
type LockedParts<W extends Types> = W['locked'] & { settingsVersion: typeof settingsVersionPart };

/** A call and its write, with all the rows that they read. */
export type BoundWrite<W extends Types> = {
  call: W['call'];
  write: Write<W>;
  verb: Runs<W> | (Decides<W> & { locked: LockedParts<W> });
  first: FirstRead<W['call'], FirstParts<W>>;
};

/** Adds the rows that every write reads: the stored response and the version of the settings. */
export function bindWrite<W extends Types>(call: W['call'], write: Write<W>): BoundWrite<W> {
  const { first } = write;
  const kept = call.who === 'borrower' ? keptPart : keptOfKeyPart;
  return {
    call,
    write,
    first: {
      parts: { ...first?.parts, kept } as FirstParts<W>,
      params: (ctx, input) =>
        ({
          ...first?.params(ctx, input),
          scope: scopeOfDevice(ctx.deviceId),
          requestId: ctx.requestId,
        }) as object as ParamsOf<FirstParts<W>>,
    },
    verb:
      'run' in write
        ? write
        : { ...write, locked: { ...write.parts, settingsVersion: settingsVersionPart } },
  };
}

/**
 * Runs a write. The same id and input return the first code and ids again, with a body built from
 * the current state. The refusal of a call without a login is not stored.
 * @throws Refused, Invalid, and any unexpected error.
 */
export async function runWrite<W extends Types>(
  bound: BoundWrite<W>,
  incoming: IncomingCall,
): Promise<DataOf<W['call']>> {
  const { call, write, first } = bound;
  const open = await openCall(call, incoming, first);
  requireTimely(open.ctx);
  const scope =
    call.who === 'borrower' && open.ctx.who
      ? scopeOfBorrower(open.ctx.who.borrowerId)
      : scopeOfDevice(open.ctx.deviceId);
  const key = { scope, requestId: open.ctx.requestId };
  return await afterCopies(key, async (isFirst) => {
    const { ctx, input, facts } = isFirst ? open : await openCall(call, incoming, first);
    const inputHash = hashOfInput(ctx, write.sameBy?.(input) ?? input);
    const lock = async (tx: Tx) => {
      if (call.who === 'borrower' && ctx.who) await incoming.sessions.lock(tx, ctx.who, ctx.wall);
    };
    const run = { ...bound, ctx, input, key, inputHash, lock };
    const kept = facts.kept as Kept | null;
    return kept ? await answerAgain(run, kept) : await runOnce(run, facts);
  });
}

type Run<W extends Types> = BoundWrite<W> & {
  ctx: CtxOf<W['call']>;
  input: RequestOf<W['call']>;
  key: Key;
  inputHash: Buffer;
  /** Locks the borrower of a borrower's call, and checks the session again. */
  lock(tx: Tx): Promise<void>;
};

async function runOnce<W extends Types>(
  run: Run<W>,
  facts: FactsOf<W['first']>,
): Promise<DataOf<W['call']>> {
  const { write, ctx } = run;
  const { db } = ctx.app;
  let outcome: Result<W> | RefusedAnswer;
  try {
    outcome = await takeEffect(run, facts);
  } catch (error) {
    const kept = await keptAfter(run, error);
    if (!kept) throw error;
    return await answerAgain(run, kept);
  }
  if ('refusal' in outcome) throw new Refused(outcome.refusal, outcome.values);
  outcome.afterwards?.();
  return outcome.answer ?? (await write.show(ctx, db, outcome.ids, outcome.once));
}

/** Rolls back a decision based on settings that have changed since the call read them. */
class SettingsChanged extends Error {}

/**
 * Runs the verb and stores its response in one transaction. Starts again if the settings, which are
 * cached for two seconds, have changed, because lending that staff have paused must stop
 * immediately.
 */
async function takeEffect<W extends Types>(
  run: Run<W>,
  facts: FactsOf<W['first']>,
): Promise<Result<W> | RefusedAnswer> {
  let { ctx } = run;
  const { db } = ctx.app;
  const prepared = await run.write.before?.(ctx, db, run.input, facts);
  for (;;) {
    try {
      return await inTx(db, async (tx) => {
        const outcome = await runVerb({ ...run, ctx }, tx, prepared).catch(answerIfKept);
        tx.sendWithCommit(queriesOf(run, tx, outcome));
        return outcome;
      });
    } catch (error) {
      if (!(error instanceof SettingsChanged)) throw error;
      ctx.app.settings.forget();
      ctx = { ...ctx, ...(await pinned(ctx.app)) };
    }
  }
}

async function runVerb<W extends Types>(
  { verb, ctx, input, lock }: Run<W>,
  tx: Tx,
  prepared: W['prepared'],
): Promise<Result<W>> {
  if ('run' in verb) {
    await lock(tx);
    return await verb.run(ctx, tx, input, prepared);
  }
  // A batch's statements run in order, so the locks are held when the rows are read.
  const locks = [lock(tx), ...(verb.lock?.(tx, ctx, input) ?? [])];
  const params = { ...verb.params(ctx, input), borrowerId: ctx.who?.borrowerId };
  const [facts] = await Promise.all([
    snapshotOf(verb.locked).read(tx, params as GivenOf<LockedParts<W>>),
    ...locks,
  ]);
  if (facts.settingsVersion !== (await ctx.app.settings.versioned()).version)
    throw new SettingsChanged();
  return await verb.decide(ctx, facts, input, prepared);
}

/** Returns the response of a refusal that keeps the verb's writes. */
function answerIfKept(error: unknown): RefusedAnswer {
  if (error instanceof RefusedButKept) return refusedAnswer(error);
  throw error;
}

/** Returns the statements that store an outcome and its response. */
function queriesOf<W extends Types>(
  { call, ctx, key, inputHash }: Run<W>,
  tx: Tx,
  outcome: Result<W> | RefusedAnswer,
): CompiledQuery[] {
  const queries =
    'refusal' in outcome ? refusalQueries(tx, key, ctx.wall) : (outcome.writes?.(tx) ?? []);
  const answer = { ...key, call: call.path, inputHash, at: ctx.wall };
  return [...queries, insertAnswer(tx, answer, keptOf(outcome))];
}

/**
 * Stores a borrower's refusal as the response of its request id, if the session is still open.
 * @returns the response that a copy of the request on another server has stored meanwhile, or null.
 */
async function keptAfter<W extends Types>(run: Run<W>, error: unknown): Promise<Kept | null> {
  const { ctx, key, lock } = run;
  const { db } = ctx.app;
  // The database has already kept the caller waiting. Another query would double the wait.
  if (isBusy(error)) return null;
  if (error instanceof Refused && !isAboutTheMoment(error) && !isAnonymous(key.scope))
    try {
      await inTx(db, async (tx) => {
        await lock(tx);
        tx.sendWithCommit(queriesOf(run, tx, refusedAnswer(error)));
      });
      return null;
    } catch (failure) {
      if (!isTaken(failure)) throw failure;
    }
  return await findKept(db, key);
}

async function answerAgain<W extends Types>(
  { call, write, ctx, inputHash, lock }: Run<W>,
  kept: Kept,
): Promise<DataOf<W['call']>> {
  const { db } = ctx.app;
  const ids = idsAgain<W['ids']>(call, kept, inputHash);
  const again = write.again;
  const once =
    again &&
    (await inTx(db, async (tx) => {
      await lock(tx);
      return await again(ctx, tx, ids);
    }));
  return await write.show(ctx, db, ids, once);
}
