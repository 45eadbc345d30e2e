// Records a phone call to the borrower, with caller, time, result and callback.

import { dayMs } from '@sandali/contract/day.ts';
import type { Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { lockTaken, type StaffWork } from './lease.ts';
import { type CallResult, whyNoCall } from './rules.ts';
import * as store from './store.ts';

export type Called = {
  result: CallResult;
  note: string | null;
  callBackAt: Temporal.Instant | null;
};

/**
 * Notes a call made just now. If a callback time is given, releases the application until then.
 * @throws Declined outside calling hours, or if the callback time is invalid.
 */
export async function noteCall(
  ctx: StaffWork,
  tx: Tx,
  applicationId: string,
  of: Called,
): Promise<{ borrowerId: string }> {
  const { app, now, who } = ctx;
  const { row } = await lockTaken(ctx, tx, applicationId);
  const refusal = whyNoCall(now, app.holidays);
  if (refusal) throw new Declined(refusal);
  if ((of.result === 'callBack') !== (of.callBackAt !== null))
    throw new Declined('Give a callback time with the result callBack, and only then.');
  if (of.callBackAt) {
    if (Temporal.Instant.compare(of.callBackAt, now) <= 0)
      throw new Declined('The callback time has already passed.');
    if (of.callBackAt.epochMilliseconds - now.epochMilliseconds > mostWaitMs)
      throw new Declined('The callback time is more than a week away.');
    const callBackRefusal = whyNoCall(of.callBackAt, app.holidays);
    if (callBackRefusal) throw new Declined(callBackRefusal);
  }
  const id = newId(now);
  await store.insertCall(tx, {
    id,
    application_id: applicationId,
    called_at: now,
    called_by: who,
    result: of.result,
    call_back_at: of.callBackAt,
    note_sealed: of.note === null ? null : app.sealer.seal('review note', id, of.note),
  });
  if (of.callBackAt) {
    await store.setDue(tx, applicationId, of.callBackAt);
    await store.endLease(tx, applicationId);
  }
  return { borrowerId: row.borrower_id };
}

const mostWaitMs = 7 * dayMs;
