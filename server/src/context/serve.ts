// Binds a call of the contract to the functions that answer it. The router only ever sees a Served.
import type { AnyCall, Call, DataOf, RequestOf } from '@sandali/contract/call.ts';
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

/** What a write's verb returns: the ids to keep, and what may be shown once but never kept (a session token). */
export type Done<I extends Ids = Ids, Once = undefined> = {
  ids: I;
  once?: Once;
  /** The answer, where the verb has all of it already: what `show` would read again. */
  answer?: unknown;
};

export type ServedRead = { kind: 'read'; call: AnyCall; answer(ctx: Anything, read: Read, input: Anything): Promise<unknown> };

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
  /** Costly work before the transaction begins: hashing a password, re-encoding a picture. */
  before?(ctx: Anything, read: Read, input: Anything): Promise<unknown>;
  /** The part of the input by which a request is the same again, where that is not all of it. */
  sameBy?(input: Anything): unknown;
  /** Runs inside the one transaction. */
  run(ctx: Anything, tx: Tx, input: Anything, prepared: Anything): Promise<Done<Ids, unknown>>;
  /** The answer's body, from today's state: also for a repeated request. */
  show(ctx: Anything, read: Read, ids: Anything, once: Anything): Promise<unknown>;
  /** For a repeated request whose answer held a secret: makes a new one, inside a transaction. */
  again?(ctx: Anything, tx: Tx, ids: Anything): Promise<unknown>;
};

/** Who a token belongs to on its device, with what the parts of a call have read; null where nobody. */
export type ReadInSession<Facts = unknown> = (
  db: Read,
  of: { token: string; deviceId: string; wall: Temporal.Instant },
  given: Readonly<Record<string, unknown>>,
) => Promise<{ who: Borrower; facts: Facts } | null>;

export type Served = ServedRead | ServedSnapshot | ServedWrite;

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

/** Binds a read of a borrower whose session and parts come by one statement. `answer` asks the database nothing more, save where its file says why. */
export function serveSnapshot<C extends SomeCall & { who: 'borrower' }, P extends Parts>(
  call: C,
  { parts, given, answer }: ReadBySnapshot<C, P>,
): ServedSnapshot {
  return { kind: 'snapshot', call: call as unknown as AnyCall, parts, given, answer };
}

type Write<C extends SomeCall, P, I extends Ids, Once> = {
  floorMs?: number;
  before?: (ctx: CtxOf<C>, read: Read, input: RequestOf<C>) => Promise<P>;
  sameBy?: (input: RequestOf<C>) => unknown;
  run: (ctx: CtxOf<C>, tx: Tx, input: RequestOf<C>, prepared: P) => Promise<Done<I, Once>>;
  show: (ctx: CtxOf<C>, read: Read, ids: I, once: Once | undefined) => Promise<DataOf<C>>;
  again?: (ctx: CtxOf<C>, tx: Tx, ids: I) => Promise<Once>;
};

/** Binds a write: `run` has one effect for a request id however often it arrives; `show` renders its answer, also the next time. */
export function serveWrite<C extends SomeCall, P = undefined, I extends Ids = Ids, Once = undefined>(
  call: C,
  write: Write<C, P, I, Once>,
): ServedWrite {
  return { kind: 'write', call: call as unknown as AnyCall, ...write } as ServedWrite;
}
