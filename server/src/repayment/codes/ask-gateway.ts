// Stores the request for a code. make-codes.ts calls the gateway right after the commit, because no
// transaction may wait for the network.
import { hourMs } from '@sandali/contract/day.ts';
import type { Insertable } from 'kysely';
import type { BorrowerCtx, WorkCtx } from '#/context/ctx.ts';
import { consumeRateLimit } from '#/context/rate-limit.ts';
import { isBankOn } from '#/context/switches.ts';
import type { Tx } from '#/db/database.ts';
import type { RepaymentCodes } from '#/db/tables.ts';
import { newIdFor } from '#/platform/random.ts';
import { insertCode } from '#/repayment/store.ts';

type CodeParams = Pick<
  Insertable<RepaymentCodes>,
  | 'borrower_id'
  | 'loan_id'
  | 'channel'
  | 'amount_centavos'
  | 'ends_at'
  | 'purpose'
  | 'extension_id'
  | 'toward'
  | 'toward_centavos'
  | 'follows_id'
  | 'part_number'
>;

export async function checkGatewayOn({ app }: Pick<WorkCtx, 'app'>): Promise<boolean> {
  return isBankOn(await app.settings.all(), app.bank);
}

/**
 * Stores the request for a code, for the worker to send to the gateway.
 * @returns the code's id, or null while the gateway is switched off
 */
export async function requestFromGateway(
  ctx: WorkCtx,
  tx: Tx,
  params: CodeParams,
): Promise<string | null> {
  if (!(await checkGatewayOn(ctx))) return null;
  const { app, now, wall } = ctx;
  const id = newIdFor(params.borrower_id, now);
  await insertCode(tx, {
    ...params,
    id,
    gateway: app.bank.name,
    asked_at: now,
    next_attempt_at: wall,
  });
  app.wake();
  return id;
}

export const codesAnHour = 60;

/** Counts one code against the borrower's hourly budget. Returns false if the budget is used up. */
export async function takeFromCodeBudget({ who, wall }: BorrowerCtx, tx: Tx): Promise<boolean> {
  return await consumeRateLimit(
    tx,
    { name: `paymentCodes ${who.borrowerId}`, limit: codesAnHour, windowMs: hourMs },
    wall,
  );
}
