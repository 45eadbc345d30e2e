// Deletes the account of a borrower who never had a loan.
import type { RequestOf } from '@sandali/contract/call.ts';
import { dataDelete } from '@sandali/contract/privacy.ts';
import {
  accountFilesOf,
  type FreshProof,
  needFreshProof,
  prepareFreshProof,
  recipientOf,
} from '#/account/account.ts';
import { pictureFilesOf } from '#/cases/cases.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { trashDays } from '#/context/stored-files.ts';
import type { Done } from '#/context/write.ts';
import type { Db, Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { refuse } from '#/platform/refuse.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { deletionFor } from './personal-data.ts';
import { closeRequests, eraseBorrower, insertRequest } from './store.ts';

type Input = RequestOf<typeof dataDelete>;

type Prepared = { proof: FreshProof; telephone: string };

/**
 * Compares the password. Runs before the transaction because the comparison is slow. An account
 * with a password always requires it, even after a fresh proof.
 */
export async function prepareDelete(
  ctx: BorrowerCtx,
  read: Db,
  { password }: Input,
): Promise<Prepared> {
  const proof = await prepareFreshProof(ctx, read, password, { isAlways: true });
  const { telephone } = await ctx.app.settings.all();
  return { proof, telephone };
}

/**
 * Erases everything that identifies the person, queues the removal of their files, and notifies
 * their number. The message belongs to no account; `deleteClosureMessages` deletes it a day later.
 */
export async function deleteAccount(
  ctx: BorrowerCtx,
  tx: Tx,
  _input: Input,
  { proof, telephone }: Prepared,
): Promise<Done> {
  const { app, now, locale } = ctx;
  const { borrowerId } = ctx.who;
  const { way, from, heldUntil } = await deletionFor(ctx, tx, borrowerId);
  if (way === 'openLoan') refuse(dataDelete, 'deletionOpenLoan');
  if (way === 'underReview') refuse(dataDelete, 'deletionUnderReview');
  if (from)
    refuse(dataDelete, 'deletionLater', {
      from: writtenDay(locale, Temporal.PlainDate.from(from)),
    });
  if (way === 'request')
    refuse(
      dataDelete,
      'deletionHeldByLaw',
      heldUntil ? { until: writtenDay(locale, Temporal.PlainDate.from(heldUntil)) } : {},
    );
  await needFreshProof(ctx, tx, dataDelete, proof);

  const { phone, locale: ownLocale } = await recipientOf(app, tx, borrowerId);
  await insertRequest(tx, {
    id: newIdFor(borrowerId, now),
    borrower_id: borrowerId,
    kind: 'deletion',
    asked_at: now,
    due_on: manilaDayOf(now),
    answered_at: now,
    outcome: 'done',
    answered_by: 'the borrower',
  });
  await closeRequests(tx, borrowerId, now, 'the borrower');
  const receipts = [
    ...(await pictureFilesOf(tx, borrowerId)),
    ...(await accountFilesOf(tx, borrowerId)),
  ];
  const names = [...receipts, ...(await eraseBorrower(tx, { borrowerId, at: now, phone }))];
  if (names.length > 0) await app.queue.enqueue(tx, 'pictures.remove', { names });
  await audit(tx, {
    at: now,
    who: 'the borrower',
    act: 'accountErased',
    subject: borrowerId,
    detail: { pictures: names.length },
  });
  const until = writtenDay(ownLocale, manilaDayOf(now.add({ hours: 24 * trashDays + 1 })));
  const recipient = { borrowerId: null, phone, locale: ownLocale };
  await app.notices.notify(ctx, tx, recipient, 'accountDeleted', { telephone, until });
  return { ids: {} };
}
