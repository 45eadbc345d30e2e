// What a borrower writes on a transfer to our own account: a reference of ours, one for good, made without any gateway.
import { writtenNumber } from '@sandali/contract/caseNumber.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { newCaseSymbols, newId } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';
import { insertFreeCode, permanentCodeOf } from './store.ts';
import { ownBank } from './transfer.store.ts';

/** The borrower's reference; it is made once. The borrower is locked. @returns the id of its code. */
export async function transferReference({ who, now, wall }: BorrowerCtx, tx: Tx): Promise<string> {
  const there = await permanentCodeOf(tx, who.borrowerId, 'offlineTransfer', ownBank);
  if (there) return there.id;
  const id = newId(now);
  const code = {
    id,
    borrower_id: who.borrowerId,
    channel: 'offlineTransfer',
    gateway: ownBank,
    asked_at: now,
    issued_at: now,
    next_attempt_at: wall,
  };
  for (let tries = 0; tries < 5; tries += 1) {
    if (await insertFreeCode(tx, { ...code, code: writtenNumber('TR', newCaseSymbols()) })) return id;
  }
  return invariant(false, 'of five references of chance one is free') as never;
}
