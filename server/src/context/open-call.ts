// Opens a call for the code that serves it: checks its session and input, and reads its first rows.
import type { AnyCall, RequestOf } from '@sandali/contract/call.ts';
import * as v from 'valibot';
import type { Db, Tx } from '#/db/database.ts';
import { type FactsOf, type GivenOf, type Parts, snapshotOf } from '#/db/snapshot.ts';
import { Invalid, Refused } from '#/platform/refuse.ts';
import type { Borrower, BorrowerCtx, Ctx } from './ctx.ts';

/** The context of a call before its session is read. */
export type CtxBeforeSession = Omit<Ctx, 'who'>;

/** A call that the router has decrypted. */
export type IncomingCall = {
  ctx: CtxBeforeSession;
  /** The session's token, or ''. */
  token: string;
  body: unknown;
  sessions: Sessions;
};

/** A token and the time. `deviceId` is null, and not checked, while the device is unknown. */
export type SessionKey = { token: string; deviceId: string | null; wall: Temporal.Instant };

/** Reads and locks sessions. The account slice provides it. */
export type Sessions = {
  /** Returns the borrower whose session this token opens on this device, or null. */
  borrowerOf(db: Db, key: SessionKey): Promise<Borrower | null>;
  /** Like `borrowerOf`, but also reads `parts` in the same statement. */
  read<P extends Parts>(
    db: Db,
    key: SessionKey,
    parts: P,
    params: ParamsOf<P>,
  ): Promise<{ who: Borrower; facts: FactsOf<P> } | null>;
  /**
   * Locks the session's borrower until the transaction ends, then checks that the session is still
   * open.
   * @throws Refused sessionInvalid
   */
  lock(tx: Tx, who: Borrower, wall: Temporal.Instant): Promise<unknown>;
};

/** The values that parts use in their queries, except those that come from the session. */
export type ParamsOf<P extends Parts> = Omit<GivenOf<P>, 'borrowerId'>;

export type CtxOf<C> = C extends { who: 'borrower' } ? BorrowerCtx : Ctx;

/** The rows that a call reads first; a borrower's call reads them together with its session. */
export type FirstRead<C, P extends Parts> = {
  parts: P;
  params: (ctx: CtxBeforeSession, input: RequestOf<C>) => ParamsOf<P>;
};

export type OpenCall<C, P extends Parts> = {
  ctx: CtxOf<C>;
  input: RequestOf<C>;
  facts: FactsOf<P>;
};

/**
 * Checks the session and the input, and reads the first rows. Reports invalid input only to a valid
 * session.
 * @throws Refused sessionInvalid, Invalid
 */
export async function openCall<C extends AnyCall, P extends Parts>(
  call: C,
  { ctx, token, body, sessions }: IncomingCall,
  { parts, params }: FirstRead<C, P>,
): Promise<OpenCall<C, P>> {
  const { db } = ctx.app;
  const key = { token, deviceId: ctx.deviceId, wall: ctx.wall };
  if (call.who === 'anyone') {
    const who = token ? await sessions.borrowerOf(db, key) : null;
    const input = parseInput(call, body);
    const facts = await snapshotOf(parts).read(db, params(ctx, input) as GivenOf<P>);
    return { ctx: { ...ctx, who } as CtxOf<C>, input, facts };
  }
  if (!token) throw new Refused('sessionInvalid');
  const parsed = inputOf(call, body);
  if (parsed instanceof Invalid) {
    if (!(await sessions.borrowerOf(db, key))) throw new Refused('sessionInvalid');
    throw parsed;
  }
  const session = await sessions.read(db, key, parts, params(ctx, parsed.input));
  if (!session) throw new Refused('sessionInvalid');
  return {
    ctx: { ...ctx, who: session.who } as CtxOf<C>,
    input: parsed.input,
    facts: session.facts,
  };
}

function parseInput<C extends AnyCall>(call: C, body: unknown): RequestOf<C> {
  const parsed = inputOf(call, body);
  if (parsed instanceof Invalid) throw parsed;
  return parsed.input;
}

function inputOf<C extends AnyCall>(call: C, body: unknown): { input: RequestOf<C> } | Invalid {
  // The schema would accept an empty array as an object without fields.
  if (Array.isArray(body)) return new Invalid(['']);
  const parsed = v.safeParse(call.request, body);
  if (parsed.success) return { input: parsed.output as RequestOf<C> };
  const paths = parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
  return new Invalid([...new Set(paths)].slice(0, 20));
}
