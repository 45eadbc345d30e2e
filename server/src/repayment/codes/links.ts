// Queries gateways for the progress of payments by link, at increasing intervals and after each
// webhook. Progress books nothing; take-payment.ts books payments.

import type { Bank } from '#/adapters/bank/port.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { inTx } from '#/db/database.ts';
import type { LookupResult } from '#/gateway/inbox.ts';
import { bankNamed, banksOf } from '#/gateway/routing.ts';
import { linkPollDelayMs } from '#/repayment/rules.ts';
import { claimLinks, findLink, type Link, storeLinkAnswer } from './links.store.ts';

const leaseMs = 30_000;
const batch = 10;

/**
 * Queries the links that are due.
 * @returns the number of links queried
 */
export async function pollLinks(ctx: WorkCtx): Promise<number> {
  const { db } = ctx.app;
  const gateways = banksOf(ctx.app).map(({ name }) => name);
  const claimed = await claimLinks(db, { gateways, wall: ctx.wall, leaseMs, limit: batch });
  await eachItem(ctx, {
    kind: 'payment by link',
    items: claimed,
    idOf: ({ id }) => id,
    failure: 'a link could not be queried',
    run: async (link) => {
      const bank = bankNamed(ctx.app, link.gateway);
      if (bank) await pollLink(ctx, bank, link);
    },
    areSideBySide: true,
  });
  return claimed.length;
}

/** Queries a link's progress after a webhook has named its code. */
export async function pollCode(ctx: WorkCtx, bank: Bank, reference: string): Promise<LookupResult> {
  const link = await findLink(ctx.app.db, bank.name, reference);
  if (!link) return 'done';
  return await pollLink(ctx, bank, link);
}

async function pollLink(ctx: WorkCtx, bank: Bank, link: Link): Promise<LookupResult> {
  const { db } = ctx.app;
  const finding = await bank.findCode(link.gateway_id);
  // If the gateway does not respond, keep the previous progress, so that a payment in progress is
  // queried again.
  const reported = finding.found === true ? finding.progress : link.progress;
  const progress = reported === 'open' ? null : reported;
  const endedMs = ctx.now.epochMilliseconds - link.ends_at.epochMilliseconds;
  const inMs =
    progress === 'declined'
      ? null
      : linkPollDelayMs({
          polls: link.link_checks,
          isInProgress: progress === 'inProgress',
          endedMs,
        });
  const next = {
    progress,
    next_attempt_at: inMs === null ? null : ctx.wall.add({ milliseconds: inMs }),
  };
  await inTx(db, (tx) =>
    storeLinkAnswer(
      tx,
      link,
      finding.found === true ? next : { next_attempt_at: next.next_attempt_at },
    ),
  );
  if (finding.found === 'unknown') return 'later';
  return finding.found ? 'done' : 'notThere';
}
