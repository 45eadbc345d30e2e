// Reads the rows of a borrower's call together with its session, and runs the call on them.
import type { BorrowerCtx, WorkCtx } from '#/context/ctx.ts';
import type { Served, ServedDecision, ServedSnapshot, ServedWrite } from '#/context/serve.ts';
import type { SettingValues } from '#/context/settings.ts';
import type { Parts } from '#/db/snapshot.ts';
import { runDecision } from './decide.ts';
import { type Kept, keptPart } from './idempotency.store.ts';
import type { LockInSession } from './idempotency.ts';
import { runWrite } from './write.ts';

export type ByBorrower = ServedSnapshot | ServedDecision | ServedWrite;
export type Facts = Record<string, unknown>;

/** Whether the call needs a login and reads its rows together with the session. */
export function isByBorrower(served: Served): served is ByBorrower {
  return served.call.who === 'borrower' && served.kind !== 'read';
}

/**
 * Returns the parts to read with the session; for a write, also the stored response for its request
 * id.
 */
export function partsOf(served: ByBorrower): Parts {
  if (served.kind === 'snapshot') return served.parts;
  return served.kind === 'decision' ? { ...served.parts, kept: keptPart } : { kept: keptPart };
}

/** Returns the parameters of these parts, except the session's own. */
export function givenOf(
  served: ByBorrower,
  ctx: WorkCtx & { requestId: string },
  { input, settings }: { input: unknown; settings: SettingValues },
): Record<string, unknown> {
  return {
    ...(served.kind === 'write' ? {} : served.given(ctx, input, settings)),
    requestId: ctx.requestId,
  };
}

/** Runs the call on the rows that its parts have read. */
export async function answerWith(
  served: ByBorrower,
  ctx: BorrowerCtx,
  { input, facts, lockInSession }: { input: unknown; facts: Facts; lockInSession: LockInSession },
): Promise<unknown> {
  if (served.kind === 'snapshot') return await served.answer(ctx, facts, input);
  const kept = facts.kept as Kept | null;
  return served.kind === 'write'
    ? await runWrite(served, ctx, input, { lockInSession, kept })
    : await runDecision(served, ctx, input, { lockInSession, first: { facts, kept } });
}
