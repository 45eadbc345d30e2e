// Binds a call of the contract to the functions that answer it. The router only ever sees a Served.
import type { AnyCall, Call, DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { CompiledQuery } from 'kysely';
import type * as v from 'valibot';
import type { Read, Tx } from '#/db/database.ts';
import type { FactsOf, GivenOf, Parts } from '#/db/snapshot.ts';
import type { Borrower, BorrowerCtx, Ctx, WorkCtx } from './ctx.ts';
import type { SettingValues } from './settings.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shapes are checked where a call is bound; behind that the router treats all alike
type Anything = any;
// biome-ignore lint/suspicious/noExplicitAny: see above
type SomeCall = Call<v.GenericSchema, v.GenericSchema, any>;

type CtxOf<C> = C extends { who: 'borrower' } ? BorrowerCtx : Ctx;

/** What is stored permanently of a write's answer: ids and plain words, never personal data. */
export type Ids = Record<string, string | number | boolean | null>;

/**
 * What a write's verb returns: the ids to keep, and what may be shown once but never kept (a
 * session token).
 */
export type Done<I extends Ids = Ids, Once = undefined> = {
  ids: I;
  once?: Once;
  /** The answer, where the verb has all of it already: what `show` would read again. */
  answer?: unknown;
  /** Statements that nobody waits for, as of a `Decision`. */
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
  /** An opened call is answered no sooner than this, whatever it comes to. */
  floorMs?: number;
  /**
   * What `before` is given, of a call that needs no login: read with what its request id was
   * answered.
   */
  first?: { parts: Parts; given(ctx: Ctx, input: Anything): Record<string, unknown> };
  /** Costly work before the transaction begins: hashing a password, re-encoding a picture. */
  before?(ctx: Anything, read: Read, input: Anything, facts: Anything): Promise<unknown>;
  /** The part of the input by which a request is the same again, where that is not all of it. */
  sameBy?(input: Anything): unknown;
  /** Runs inside the one transaction. */
  run(ctx: Anything, tx: Tx, input: Anything, prepared: Anything): Promise<Done<Ids, unknown>>;
  /** The answer's body, from today's state: also for a repeated request. */
  show(ctx: Anything, read: Read, ids: Anything, once: Anything): Promise<unknown>;
  /** For a repeated request whose answer held a secret: makes a new one, inside a transaction. */
  again?(ctx: Anything, tx: Tx, ids: Anything): Promise<unknown>;
};

/**
 * Who a token belongs to on its device, with what the parts of a call have read; null where nobody.
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
  /** Read with the session. */
  parts: Parts;
  /** Costly work before anything is locked: comparing a password. */
  prepare?(ctx: Anything, facts: Anything, input: Anything): Promise<unknown>;
  /**
   * What is locked after the borrower, and read under these locks; absent, what was read with the
   * session is what is decided on.
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
 * What a write comes to: the ids to keep, the answer, and the statements that write it. They travel
 * with COMMIT and nobody looks at what they found, so that each fails in the database where what it
 * expects is not so (`ensure`, `refuse_unless`).
 */
export type Decision<I extends Ids = Ids, A = unknown> = {
  ids: I;
  answer: A;
  writes(db: Read): readonly CompiledQuery[];
  /** Once it is committed. */
  afterwards?(): void;
};

export type Served = ServedRead | ServedSnapshot | ServedWrite | ServedDecision;

/** Binds a read: it gets the database outside any transaction and changes nothing. */
export function serveRead<C extends SomeCall>(
  call: C,
  answer: (ctx: CtxOf<C>, read: Read, input: RequestOf<C>) => Promise<DataOf<C>>,
): ServedRead {
  return { kind: 'read', call: call as unknown as AnyCall, answer };
}

/** The values of parts, without those that the session gives. */
type GivenBeside<P extends Parts> = Omit<GivenOf<P>, 'borrowerId'>;

type ReadBySnapshot<C extends SomeCall, P extends Parts> = {
  parts: P;
  given: (ctx: WorkCtx, input: RequestOf<C>, settings: SettingValues) => GivenBeside<P>;
  answer: (ctx: CtxOf<C>, facts: FactsOf<P>, input: RequestOf<C>) => Promise<DataOf<C>>;
};

/**
 * Binds a read of a borrower whose session and parts come by one statement. `answer` asks the
 * database nothing more, save where its file says why.
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
 * Binds a write of a borrower that reads once, decides without the database and writes once, all
 * with COMMIT; it locks the borrower only while it writes. What it decided on may have changed by
 * then, so that it is for facts that are looked at again before they cost anybody money: a price.
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
 * The same under locks: what it decides on stays so until COMMIT. The borrower is locked first,
 * then what `lock` names, in the order of ARCHITECTURE.md.
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
 * Binds a write: `run` has one effect for a request id however often it arrives; `show` renders its
 * answer, also the next time.
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
