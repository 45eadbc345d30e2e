// Settles payouts from settlement reports if webhook and status query missed a movement or
// contradict the report. A line proves that money moved; a missing line may still follow.
import { centavos } from '@sandali/contract/money.ts';
import type { Bank, SettlementLine } from '#/adapters/bank/port.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { banksOf } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { traced } from '#/platform/trace.ts';
import {
  agreesWithStoredReport,
  keptReturnsOf,
  oldestOpenOrder,
  payoutsOffReport,
  unpaidOf,
} from './breaks.store.ts';
import { afterQuery, afterReport, type PayoutStep, uuid } from './rules.ts';
import { queriedPayoutOf } from './send.ts';
import { type Handlers, settlePayout } from './settle.ts';

/** The minimum and maximum number of past days whose reports are read. */
const leastDays = 2;
const mostDays = 31;

/**
 * Reads each gateway's settlement reports since its oldest open payout, and settles every payout
 * whose state differs from them.
 * @returns the number of payouts that differed
 */
export async function settleByReport(ctx: WorkCtx, handlers: Handlers): Promise<number> {
  let count = 0;
  for (const bank of banksOf(ctx.app)) count += await settleBy(ctx, handlers, bank);
  return count;
}

async function settleBy(ctx: WorkCtx, handlers: Handlers, bank: Bank): Promise<number> {
  const { db } = ctx.app;
  const reports = await readReports(ctx, bank);
  if (!reports) return 0;
  const { linesOf, reversed } = reports;
  const ids = [...linesOf.keys()];
  const of = {
    gateway: bank.name,
    paid: ids.filter((id) => !reversed.has(id)),
    reversed: ids.filter((id) => reversed.has(id)),
  };
  const off = await payoutsOffReport(db, of);
  const settleOne = async (payout: (typeof off)[number]) => {
    const { id } = payout;
    const reported = afterReport(linesOf.get(id) ?? [], centavos(payout.amount_centavos));
    const status = afterQuery(await bank.findPayout(id), queriedPayoutOf(ctx, bank, payout));
    // If the report and the status agree, use the status, which has more detail, such as a pickup's
    // code. Also trust the status `reversed`, because the return is on a later report.
    const next: PayoutStep | null =
      reported && (status.to === reported.to || status.to === 'reversed') ? status : reported;
    // An old report of a later reversed payout shows only the payment, so only the status can show
    // another payment.
    const isOld = payout.state === 'reversed' && next?.to === 'paid' && status.to !== 'paid';
    if (next && !isOld) await settlePayout(ctx, handlers, id, next, null);
  };
  await eachItem(ctx, {
    kind: 'payout by report',
    items: off,
    idOf: ({ id }) => id,
    failure: 'a payout could not be settled by the settlement report',
    fieldsOf: ({ id }) => ({ payoutId: id }),
    run: async (payout) =>
      await traced(
        () => ({ name: 'payout by report', kind: 'internal', fields: { payoutId: payout.id } }),
        () => settleOne(payout),
      ),
  });
  return off.length;
}

const isOfPayout = ({ kind }: SettlementLine) => kind === 'payoutPaid' || kind === 'payoutReversed';

type Reported = { linesOf: Map<string, SettlementLine[]>; reversed: Set<string> };

/**
 * Reads the lines for a gateway's payouts that are reversed or that our books do not show as paid.
 * Skips older days whose stored report agrees with the books.
 * @returns null if a day cannot be read, because that day may disagree
 */
async function readReports(ctx: WorkCtx, bank: Bank): Promise<Reported | null> {
  const { db, log } = ctx.app;
  const { linesOf, reversed }: Reported = { linesOf: new Map(), reversed: new Set() };
  const [from, today] = [await firstDay(ctx, bank), manilaDayOf(ctx.now)];
  const early = today.subtract({ days: leastDays });
  for (let day = from; Temporal.PlainDate.compare(day, today) <= 0; day = day.add({ days: 1 })) {
    if (
      Temporal.PlainDate.compare(day, early) < 0 &&
      (await agreesWithStoredReport(db, bank.name, day))
    )
      continue;
    const answer = await bank.settlementReport(day);
    if (answer.outcome === 'unknown') {
      log.warn('the settlement report of a day could not be read', {
        gateway: bank.name,
        reason: answer.reason,
      });
      return null;
    }
    const lines = answer.lines.flatMap((line) =>
      isOfPayout(line) && line.reference && uuid.test(line.reference)
        ? [{ line, id: line.reference }]
        : [],
    );
    for (const { line, id } of lines) if (line.kind === 'payoutReversed') reversed.add(id);
    const unpaid = await unpaidOf(
      db,
      lines.map(({ id }) => id),
    );
    for (const { line, id } of lines)
      if (unpaid.has(id) || reversed.has(id)) linesOf.set(id, [...(linesOf.get(id) ?? []), line]);
  }
  for (const id of await keptReturnsOf(db, bank.name, [...linesOf.keys()])) reversed.add(id);
  return { linesOf, reversed };
}

/**
 * Returns the day of the oldest open payout, but at least `leastDays` and at most `mostDays` ago.
 */
async function firstDay({ app: { db }, now }: WorkCtx, bank: Bank): Promise<Temporal.PlainDate> {
  const today = manilaDayOf(now);
  const oldest = await oldestOpenOrder(db, bank.name);
  const [early, earliest] = [
    today.subtract({ days: leastDays }),
    today.subtract({ days: mostDays }),
  ];
  const orderedOn = oldest ? manilaDayOf(oldest) : early;
  const sooner = Temporal.PlainDate.compare(orderedOn, early) < 0 ? orderedOn : early;
  return Temporal.PlainDate.compare(sooner, earliest) < 0 ? earliest : sooner;
}
