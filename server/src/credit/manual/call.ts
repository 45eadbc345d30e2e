// Records a phone call to the borrower: who called, when, the outcome, and when to call again.

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
 * Notes a call that has just been made. A time to phone again frees the application until then.
 * @throws Declined outside the hours in which borrowers are phoned, or where the time to phone
 * again is none.
 */
export async function noteCall(
  ctx: StaffWork,
  tx: Tx,
  applicationId: string,
  of: Called,
): Promise<{ borrowerId: string }> {
  const { app, now, who } = ctx;
  const { row } = await lockTaken(ctx, tx, applicationId);
  const why = whyNoCall(now, app.holidays);
  if (why) throw new Declined(why);
  if ((of.result === 'callBack') !== (of.callBackAt !== null))
    throw new Declined('A time to phone again belongs to the result callBack, and only there.');
  if (of.callBackAt) {
    if (Temporal.Instant.compare(of.callBackAt, now) <= 0)
      throw new Declined('The time to phone again has passed already.');
    if (of.callBackAt.epochMilliseconds - now.epochMilliseconds > mostWaitMs)
      throw new Declined('That is more than a week away.');
    const whyNotThen = whyNoCall(of.callBackAt, app.holidays);
    if (whyNotThen) throw new Declined(whyNotThen);
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
