// The rejection of a borrower's newest application: its decision, and the notice of its reason.
import type { ReasonGroup } from '@sandali/contract/credit.ts';
import { recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { latestApplication } from '#/credit/store.ts';
import type { Read, Tx } from '#/db/database.ts';
import { say } from '#/texts/say.ts';
import { insertRejectionNotice, rejectionNoticeOf } from './store.ts';

export type Rejection = {
  decisionId: string;
  reasonGroup: ReasonGroup;
  decidedAt: Temporal.Instant;
  resubmitOn: Temporal.PlainDate;
  toldAt: Temporal.Instant;
  /** The sentence sent to the borrower, and its language; null once the account is erased. */
  notice: { locale: string; words: string } | null;
};

/** Returns the rejection of the newest application; null if that application is not rejected. */
export async function rejectionOf(read: Read, borrowerId: string): Promise<Rejection | null> {
  const decision = (await latestApplication(read, borrowerId))?.decision;
  if (decision?.outcome !== 'rejected' || !decision.resubmit_on) return null;
  const reason = await rejectionNoticeOf(read, decision.id);
  return {
    decisionId: decision.id,
    reasonGroup: (decision.reason_group ?? 'other') as ReasonGroup,
    decidedAt: decision.decided_at,
    resubmitOn: decision.resubmit_on,
    toldAt: reason?.notified_at ?? decision.decided_at,
    notice: reason ? { locale: reason.locale, words: reason.words } : null,
  };
}

/** Stores the reason shown to a rejected borrower, in their language (RA 9510). */
export async function storeRejectionNotice(
  { app, now }: WorkCtx,
  tx: Tx,
  {
    decisionId,
    borrowerId,
    reasonGroup,
  }: { decisionId: string; borrowerId: string; reasonGroup: ReasonGroup },
): Promise<void> {
  const { locale } = await recipientOf(app, tx, borrowerId);
  const text = say(locale, `reason.${reasonGroup}`);
  await insertRejectionNotice(tx, {
    decision_id: decisionId,
    borrower_id: borrowerId,
    reason_group: reasonGroup,
    locale,
    text,
    notified_at: now,
  });
}
