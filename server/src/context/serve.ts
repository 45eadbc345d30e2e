// Binds a contract call to the code that serves it. Every call is a read or a write.
import type { AnyCall, DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { Db } from '#/db/database.ts';
import type { FactsOf, Parts } from '#/db/snapshot.ts';
import type { Ids } from './idempotency.store.ts';
import { type CtxOf, type FirstRead, type IncomingCall, openCall } from './open-call.ts';
import { bindWrite, runWrite, type Write } from './write.ts';

/** A call with the code that serves it. */
export type Served = {
  call: AnyCall;
  /** The minimum time before an opened call gets its response, whatever its result. */
  floorMs: number;
  /** Serves an opened call. @throws Refused, Invalid, and any unexpected error */
  handle(incoming: IncomingCall): Promise<unknown>;
};

type Read<C, P extends Parts> =
  | ((ctx: CtxOf<C>, read: Db, input: RequestOf<C>) => Promise<DataOf<C>>)
  | (FirstRead<C, P> & {
      answer: (ctx: CtxOf<C>, facts: FactsOf<P>, input: RequestOf<C>) => Promise<DataOf<C>>;
    });

/**
 * Binds a read, which changes nothing. With `parts`, one statement reads the session and the parts.
 * `answer` then does not query the database again unless its file says why.
 */
export function serveRead<C extends AnyCall, P extends Parts = NoParts>(
  call: C,
  read: Read<C, P>,
): Served {
  return {
    call,
    floorMs: 0,
    handle: async (incoming) => {
      if (typeof read === 'function') {
        const { ctx, input } = await openCall(call, incoming, nothing);
        return await read(ctx, ctx.app.db, input);
      }
      const { ctx, facts, input } = await openCall(call, incoming, read);
      return await read.answer(ctx, facts, input);
    },
  };
}
const nothing = { parts: {}, params: () => ({}) };
type NoParts = Record<never, never>;

/** Binds a write. It takes effect once for each request id, however often it arrives. */
export function serveWrite<
  C extends AnyCall,
  I extends Ids,
  F extends Parts = NoParts,
  L extends Parts = NoParts,
  P = undefined,
  Once = undefined,
>(
  call: C,
  write: Write<{ call: C; ids: I; first: F; locked: L; prepared: P; once: Once }>,
): Served {
  const bound = bindWrite(call, write);
  return {
    call,
    floorMs: write.floorMs ?? 0,
    handle: async (incoming) => await runWrite(bound, incoming),
  };
}
