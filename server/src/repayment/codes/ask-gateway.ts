// Asking the gateway for a code. It is noted here and made right after the answer (make-codes.ts),
// because nothing is called over the network inside a transaction.
import { hourMs } from '@sandali/contract/day.ts';
import type { Insertable } from 'kysely';
import type { BorrowerCtx, WorkCtx } from '#/context/ctx.ts';
import { consumeRateLimit } from '#/context/rate-limit.ts';
import { isBankOn } from '#/context/switches.ts';
import type { Tx } from '#/db/database.ts';
import type { RepaymentCodes } from '#/db/tables.ts';
import { newId } from '#/platform/random.ts';
import { insertCode } from '#/repayment/store.ts';

type Asked = Pick<
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

/** Whether operators let the gateway be asked for codes now. */
export async function isGatewayOn({ app }: Pick<WorkCtx, 'app'>): Promise<boolean> {
  return isBankOn(await app.settings.all(), app.bank);
}

/**
 * Notes that a code is wanted; the worker has the gateway make it. Every code of a gateway begins
 * here.
 * @returns its id, or null while the gateway is turned off: nobody would make the code, and it
 * would end unseen.
 */
export async function requestFromGateway(
  ctx: WorkCtx,
  tx: Tx,
  asked: Asked,
): Promise<string | null> {
  if (!(await isGatewayOn(ctx))) return null;
  const { app, now, wall } = ctx;
  const id = newId(now);
  await insertCode(tx, {
    ...asked,
    id,
    gateway: app.bank.name,
    asked_at: now,
    next_attempt_at: wall,
  });
  app.wake();
  return id;
}

export const codesAnHour = 60;

/**
 * Takes one code from the borrower's hourly budget, as each is requested from the gateway; false
 * when it is spent.
 */
export async function takeFromCodeBudget({ who, wall }: BorrowerCtx, tx: Tx): Promise<boolean> {
  return await consumeRateLimit(
    tx,
    { name: `paymentCodes ${who.borrowerId}`, limit: codesAnHour, windowMs: hourMs },
    wall,
  );
}
