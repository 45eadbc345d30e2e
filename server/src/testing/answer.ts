import { sessions } from '#/account/account.ts';
import type { Borrower, Ctx } from '#/context/ctx.ts';
import type { Served } from '#/context/serve.ts';
import { snapshotOf } from '#/db/snapshot.ts';

/** Runs a call without a router. `ctx` contains the borrower, who need not have a session. */
export async function answerServed(served: Served, ctx: Ctx, body: unknown): Promise<unknown> {
  const { who, ...before } = ctx;
  return await served.handle({
    ctx: before,
    token: who ? 'token' : '',
    body,
    sessions: {
      ...sessions,
      borrowerOf: async () => who,
      read: async (db, _key, parts, params) => {
        const { borrowerId } = who as Borrower;
        const facts = await snapshotOf(parts).read(db, { ...params, borrowerId } as never);
        return { who: who as Borrower, facts };
      },
    },
  });
}
