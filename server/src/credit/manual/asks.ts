// Open requests for pictures, which keep an application with the borrower. Nothing runs when their
// last day is over: the application is due from then on, and whoever takes it ends them.
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import * as store from './asks.store.ts';
import { isAskOpen } from './rules.ts';

/**
 * Ends the requests whose last day is over. Lock the application's place in the queue first.
 * @returns the requests that the borrower can still answer.
 */
export async function dropLapsed(
  { now }: Pick<WorkCtx, 'now'>,
  tx: Tx,
  applicationId: string,
): Promise<store.AskRow[]> {
  const today = manilaDayOf(now);
  const open = await store.openAsksOf(tx, applicationId);
  const lapsed = open.filter((ask) => !isAskOpen(ask.ends_on, today));
  await store.endAsks(tx, { ids: lapsed.map((ask) => ask.id), as: 'lapsed', at: now });
  return open.filter((ask) => !lapsed.includes(ask));
}

/** Ends all requests, because the application is decided. */
export async function overtakeAsks(
  tx: Tx,
  applicationId: string,
  at: Temporal.Instant,
): Promise<void> {
  const open = await store.openAsksOf(tx, applicationId);
  await store.endAsks(tx, { ids: open.map((ask) => ask.id), as: 'overtaken', at });
}

/** Returns when the application is due: after the last day of its open requests, otherwise now. */
export async function dueAfterAsks(
  { now }: Pick<WorkCtx, 'now'>,
  tx: Tx,
  applicationId: string,
): Promise<Temporal.Instant> {
  const today = manilaDayOf(now);
  const [latest] = (await store.openAsksOf(tx, applicationId))
    .map((ask) => ask.ends_on)
    .filter((endsOn) => isAskOpen(endsOn, today))
    .sort((a, b) => Temporal.PlainDate.compare(b, a));
  return latest ? latest.add({ days: 1 }).toZonedDateTime(manila).toInstant() : now;
}

/** @throws Declined while the borrower can still answer a request. */
export async function mustNotWaitForPicture(
  ctx: Pick<WorkCtx, 'now'>,
  tx: Tx,
  applicationId: string,
): Promise<void> {
  const [ask] = await dropLapsed(ctx, tx, applicationId);
  if (ask)
    throw new Declined(
      `${ask.asked_by} has requested a picture again. The application waits for the borrower until ${ask.ends_on}.`,
    );
}
