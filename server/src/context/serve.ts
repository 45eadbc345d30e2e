// Binds a contract call to the functions that serve it. The router sees only a `Served`.
import type { AnyCall, Call, DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { CompiledQuery } from 'kysely';
import type * as v from 'valibot';
import type { Read, Tx } from '#/db/database.ts';
import type { FactsOf, GivenOf, Parts } from '#/db/snapshot.ts';
import type { Borrower, BorrowerCtx, Ctx, WorkCtx } from './ctx.ts';
import type { SettingValues } from './settings.ts';

// biome-ignore lint/suspicious/noExplicitAny: shapes are checked when a call is bound
type Anything = any;
// biome-ignore lint/suspicious/noExplicitAny: see above
type SomeCall = Call<v.GenericSchema, v.GenericSchema, any>;

type CtxOf<C> = C extends { who: 'borrower' } ? BorrowerCtx : Ctx;

/**
 * The part of a write's response that is stored permanently: ids and codes, never personal data.
 */
export type Ids = Record<string, string | number | boolean | null>;

/**
 * The result of a write: the ids to store, and a secret that is shown once and never stored (a
 * session token).
 */
export type Done<I extends Ids = Ids, Once = undefined> = {
  ids: I;
  once?: Once;
  /** The response, if the verb already has everything that `show` would read. */
  answer?: unknown;
  /** Statements whose results are not read, as in a `Decision`. */
  writes?(db: Read): readonly CompiledQuery[];
};

export type ServedRead = {
  kind: 'read';
  call: AnyCall;
  answer(ctx: Anything, read: Read, input: Anything): Promise<unknown>;
};

export type ServedSnapshot = {
  kind: 'snapshot';
  call: AnyCall;
  parts: Parts;
  given(ctx: WorkCtx, input: Anything, settings: SettingValues): Record<string, unknown>;
  answer(ctx: Anything, facts: Anything, input: Anything): Promise<unknown>;
};

export type ServedWrite = {
  kind: 'write';
  call: AnyCall;
  /** The minimum ms before a decrypted call gets its response, whatever the result. */
  floorMs?: number;
  /**
   * What `before` needs for a call without login, read together with the stored response for the
   * request id.
   */
  first?: { parts: Parts; given(ctx: Ctx, input: Anything): Record<string, unknown> };
  /** Costly work before the transaction begins: hashing a password, re-encoding a picture. */
  before?(ctx: Anything, read: Read, input: Anything, facts: Anything): Promise<unknown>;
  /** The part of the input that identifies a repeated request; the whole input if absent. */
  sameBy?(input: Anything): unknown;
  /** Runs inside the call's only transaction. */
  run(ctx: Anything, tx: Tx, input: Anything, prepared: Anything): Promise<Done<Ids, unknown>>;
  /** Builds the response body from the current state, also for a repeated request. */
  show(ctx: Anything, read: Read, ids: Anything, once: Anything): Promise<unknown>;
  /**
   * Makes a new secret, in a transaction, for a repeated request whose first response contained
   * one.
   */
  again?(ctx: Anything, tx: Tx, ids: Anything): Promise<unknown>;
};

/**
 * Returns the borrower whose session this token opens on this device, with the data that the call's
 * parts read; null if no session is open.
 */
export type ReadInSession<Facts = unknown> = (
  db: Read,
  of: { token: string; deviceId: string; wall: Temporal.Instant },
  given: Readonly<Record<string, unknown>>,
) => Promise<{ who: Borrower; facts: Facts } | null>;

export type ServedDecision = {
  kind: 'decision';
  call: AnyCall;
  sameBy?(input: Anything): unknown;
  /** The snapshot's parts, read together with the session. */
  parts: Parts;
  /** Costly work before any lock, such as comparing a password. */
  prepare?(ctx: Anything, facts: Anything, input: Anything): Promise<unknown>;
  /**
   * Locks to take after the borrower's lock, and the parts to read under them. If absent, the call
   * decides by what was read with the session.
   */
  locked?: {
    lock(
      tx: Tx,
      ctx: Anything,
      input: Anything,
      settings: SettingValues,
    ): readonly Promise<unknown>[];
    parts: Parts;
  };
  given(ctx: WorkCtx, input: Anything, settings: SettingValues): Record<string, unknown>;
  decide(ctx: Anything, facts: Anything, input: Anything, prepared: Anything): Promise<Decision>;
  show(ctx: Anything, read: Read, ids: Anything): Promise<unknown>;
};

/**
 * A write's result: the ids to store, the response, and the statements to send with COMMIT. Their
 * results are not read, so each must raise its own error in the database (`ensure`,
 * `refuse_unless`).
 */
export type Decision<I extends Ids = Ids, A = unknown> = {
  ids: I;
  answer: A;
  writes(db: Read): readonly CompiledQuery[];
  /** Runs after the commit. */
  afterwards?(): void;
};

export type Served = ServedRead | ServedSnapshot | ServedWrite | ServedDecision;

/** Binds a read, which uses the database outside any transaction and changes nothing. */
export function serveRead<C extends SomeCall>(
  call: C,
  answer: (ctx: CtxOf<C>, read: Read, input: RequestOf<C>) => Promise<DataOf<C>>,
): ServedRead {
  return { kind: 'read', call: call as unknown as AnyCall, answer };
}

/** The values that a snapshot's parts need, except those of the session. */
type GivenBeside<P extends Parts> = Omit<GivenOf<P>, 'borrowerId'>;

type ReadBySnapshot<C extends SomeCall, P extends Parts> = {
  parts: P;
  given: (ctx: WorkCtx, input: RequestOf<C>, settings: SettingValues) => GivenBeside<P>;
  answer: (ctx: CtxOf<C>, facts: FactsOf<P>, input: RequestOf<C>) => Promise<DataOf<C>>;
};

/**
 * Binds a borrower's read whose session and parts are read by one statement. `answer` does not
 * query the database again unless its file says why.
 */
export function serveSnapshot<C extends SomeCall & { who: 'borrower' }, P extends Parts>(
  call: C,
  { parts, given, answer }: ReadBySnapshot<C, P>,
): ServedSnapshot {
  return { kind: 'snapshot', call: call as unknown as AnyCall, parts, given, answer };
}

type BySnapshot<C extends SomeCall, P extends Parts, I extends Ids> = {
  parts: P;
  given: (ctx: WorkCtx, input: RequestOf<C>, settings: SettingValues) => GivenBeside<P>;
  decide: (
    ctx: CtxOf<C>,
    facts: FactsOf<P>,
    input: RequestOf<C>,
  ) => Promise<Decision<I, DataOf<C>>>;
  show: (ctx: CtxOf<C>, read: Read, ids: I) => Promise<DataOf<C>>;
};

/**
 * Binds a borrower's write that reads once, decides without the database and writes once, locking
 * the borrower only to write. What was read may have changed by then, so the statements must check
 * it again.
 */
export function serveDecision<
  C extends SomeCall & { who: 'borrower' },
  P extends Parts,
  I extends Ids,
>(call: C, decision: BySnapshot<C, P, I>): ServedDecision {
  return { kind: 'decision', call: call as unknown as AnyCall, ...decision };
}

type UnderLocks<C extends SomeCall, F extends Parts, P extends Parts, Q, I extends Ids> = {
  sameBy?: (input: RequestOf<C>) => unknown;
  before: {
    parts: F;
    prepare: (ctx: CtxOf<C>, facts: FactsOf<F>, input: RequestOf<C>) => Promise<Q>;
  };
  lock: (
    tx: Tx,
    ctx: CtxOf<C>,
    input: RequestOf<C>,
    settings: SettingValues,
  ) => readonly Promise<unknown>[];
  parts: P;
  given: (
    ctx: WorkCtx,
    input: RequestOf<C>,
    settings: SettingValues,
  ) => GivenBeside<F> & GivenBeside<P>;
  decide: (
    ctx: CtxOf<C>,
    facts: FactsOf<P>,
    input: RequestOf<C>,
    prepared: Q,
  ) => Promise<Decision<I, DataOf<C>>>;
  show: (ctx: CtxOf<C>, read: Read, ids: I) => Promise<DataOf<C>>;
};

/**
 * Like `serveDecision`, but under locks, so that its facts stay true until COMMIT. Locks the
 * borrower first, then the rows of `lock` in the order of ARCHITECTURE.md.
 */
export function serveLockedDecision<
  C extends SomeCall & { who: 'borrower' },
  F extends Parts,
  P extends Parts,
  Q,
  I extends Ids,
>(call: C, { before, lock, parts, ...decision }: UnderLocks<C, F, P, Q, I>): ServedDecision {
  return {
    kind: 'decision',
    call: call as unknown as AnyCall,
    ...before,
    locked: { lock, parts },
    ...decision,
  };
}

type Write<C extends SomeCall, F extends Parts, P, I extends Ids, Once> = {
  floorMs?: number;
  first?: { parts: F; given: (ctx: Ctx, input: RequestOf<C>) => GivenOf<F> };
  before?: (ctx: CtxOf<C>, read: Read, input: RequestOf<C>, facts: FactsOf<F>) => Promise<P>;
  sameBy?: (input: RequestOf<C>) => unknown;
  run: (ctx: CtxOf<C>, tx: Tx, input: RequestOf<C>, prepared: P) => Promise<Done<I, Once>>;
  show: (ctx: CtxOf<C>, read: Read, ids: I, once: Once | undefined) => Promise<DataOf<C>>;
  again?: (ctx: CtxOf<C>, tx: Tx, ids: I) => Promise<Once>;
};

/**
 * Binds a write. `run` takes effect once for each request id, however often it arrives; `show`
 * renders the response each time.
 */
export function serveWrite<
  C extends SomeCall,
  F extends Parts = Parts,
  P = undefined,
  I extends Ids = Ids,
  Once = undefined,
>(call: C, write: Write<C, F, P, I, Once>): ServedWrite {
  return { kind: 'write', call: call as unknown as AnyCall, ...write } as ServedWrite;
}
