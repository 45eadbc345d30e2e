import { lockInSession } from '#/account/account.ts';
import type { BorrowerCtx, Ctx } from '#/context/ctx.ts';
import type { Served } from '#/context/serve.ts';
import { snapshot } from '#/db/snapshot.ts';
import { answerWith, type Facts, givenOf, isByBorrower, partsOf } from '#/http/first-read.ts';
import { runWrite } from '#/http/write.ts';

/** Runs a call without a router. `ctx` contains the session. */
export async function answerServed(served: Served, ctx: Ctx, input: unknown): Promise<unknown> {
  const { db, settings } = ctx.app;
  if (!isByBorrower(served))
    return served.kind === 'read'
      ? await served.answer(ctx, db, input)
      : await runWrite(served, ctx, input, { lockInSession });
  const params = {
    ...givenOf(served, ctx, { input, settings: await settings.all() }),
    borrowerId: ctx.who?.borrowerId,
  };
  const facts = (await snapshot(partsOf(served)).read(db, params as never)) as Facts;
  return await answerWith(served, ctx as BorrowerCtx, { input, facts, lockInSession });
}
