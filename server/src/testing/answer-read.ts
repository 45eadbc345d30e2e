import type { Ctx } from '#/context/ctx.ts';
import type { ServedRead, ServedSnapshot } from '#/context/serve.ts';
import { snapshot } from '#/db/snapshot.ts';

/** Answers a read whose session was looked up already, where no router stands before it. */
export async function answerRead(served: ServedRead | ServedSnapshot, ctx: Ctx, input: unknown): Promise<unknown> {
  const { db, settings } = ctx.app;
  if (served.kind === 'read') return await served.answer(ctx, db, input);
  const given = served.given(ctx, input, await settings.all());
  return await served.answer(ctx, await snapshot(served.parts).read(db, { ...given, borrowerId: ctx.who?.borrowerId } as never), input);
}
