// Open requests for pictures, which keep an application with the borrower. No job expires
// them: the application is due after their last day, and the next reviewer's command ends them.
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import * as store from './picture-requests.store.ts';
import { isRequestOpen } from './rules.ts';

/**
 * Ends the requests whose last day is over. Lock the application's place in the queue first.
 * @returns the requests that the borrower can still answer.
 */
export async function expireRequests(
  { now }: Pick<WorkCtx, 'now'>,
  tx: Tx,
  applicationId: string,
): Promise<store.RequestRow[]> {
  const today = manilaDayOf(now);
  const open = await store.openRequestsOf(tx, applicationId);
  const expired = open.filter((request) => !isRequestOpen(request.ends_on, today));
  await store.endRequests(tx, {
    ids: expired.map((request) => request.id),
    as: 'expired',
    at: now,
  });
  return open.filter((request) => !expired.includes(request));
}

/** Ends all requests, because the application is decided. */
export async function overtakeRequests(
  tx: Tx,
  applicationId: string,
  at: Temporal.Instant,
): Promise<void> {
  const open = await store.openRequestsOf(tx, applicationId);
  await store.endRequests(tx, { ids: open.map((request) => request.id), as: 'overtaken', at });
}

/** Returns when the application is due: after the last day of its open requests, otherwise now. */
export async function dueAfterRequests(
  { now }: Pick<WorkCtx, 'now'>,
  tx: Tx,
  applicationId: string,
): Promise<Temporal.Instant> {
  const today = manilaDayOf(now);
  const [latest] = (await store.openRequestsOf(tx, applicationId))
    .map((request) => request.ends_on)
    .filter((endsOn) => isRequestOpen(endsOn, today))
    .sort((a, b) => Temporal.PlainDate.compare(b, a));
  return latest ? latest.add({ days: 1 }).toZonedDateTime(manila).toInstant() : now;
}

/** @throws Declined while the borrower can still answer a request. */
export async function mustNotWaitForPicture(
  ctx: Pick<WorkCtx, 'now'>,
  tx: Tx,
  applicationId: string,
): Promise<void> {
  const [request] = await expireRequests(ctx, tx, applicationId);
  if (request)
    throw new Declined(
      `${request.asked_by} has requested a picture again. The application waits for the borrower until ${request.ends_on}.`,
    );
}
