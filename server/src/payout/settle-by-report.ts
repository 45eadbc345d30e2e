// Settling by the gateway's settlement report: what webhook and status did not report, or reported otherwise. A line is money that moved; that a payout has
// none says nothing, as it may come yet.
import { centavos } from '@sandali/contract/money.ts';
import type { Bank, SettlementLine } from '#/adapters/bank/port.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { banksOf } from '#/gateway/routing.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { oldestOpenOrder, payoutsOffReport } from './breaks.store.ts';
import { afterAsking, afterReport, type PayoutStep } from './rules.ts';
import { askedOf } from './send.ts';
import { type Handlers, settlePayout } from './settle.ts';

/** Days before today that are read always, and at most. */
const leastDays = 2;
const mostDays = 31;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads every gateway's settlement reports since its oldest payout that has no end, and settles what they say otherwise than we have it. @returns how many that was. */
export async function settleByReport(ctx: WorkCtx, handlers: Handlers): Promise<number> {
  let count = 0;
  for (const bank of banksOf(ctx.app)) count += await settleBy(ctx, handlers, bank);
  return count;
}

/**
 * Reads a gateway's reports a day at a time, the newest first: what a later day has taken back was not paid for good. A day that cannot be read ends the look, as what
 * it says of the days before it is not known.
 */
async function settleBy(ctx: WorkCtx, handlers: Handlers, bank: Bank): Promise<number> {
  const { log } = ctx.app;
  const reversed: Lines = new Map();
  const [from, today] = [await firstDay(ctx, bank), manilaDayOf(ctx.now)];
  let count = 0;
  for (let day = today; Temporal.PlainDate.compare(day, from) >= 0; day = day.subtract({ days: 1 })) {
    const answer = await bank.settlementReport(day);
    if (answer.outcome === 'unknown') {
      log.warn('the settlement report of a day could not be read', { gateway: bank.name, why: answer.why });
      break;
    }
    const lines = answer.lines.filter(({ kind, reference }) => kind !== 'paymentReceived' && uuid.test(reference ?? ''));
    for (const line of lines) if (line.kind === 'payoutReversed') addLine(reversed, line);
    const paid: Lines = new Map();
    for (const line of lines) if (line.kind === 'payoutPaid') addLine(reversed.has(line.reference ?? '') ? reversed : paid, line);
    count += await settleLines(ctx, handlers, bank, { paid, reversed: new Map() });
  }
  return count + (await settleLines(ctx, handlers, bank, { paid: new Map(), reversed }));
}

/** The lines about payouts by their reference. */
type Lines = Map<string, SettlementLine[]>;

function addLine(lines: Lines, line: SettlementLine): void {
  const reference = line.reference ?? '';
  lines.set(reference, [...(lines.get(reference) ?? []), line]);
}

async function settleLines(
  ctx: WorkCtx,
  handlers: Handlers,
  bank: Bank,
  { paid, reversed }: { paid: Lines; reversed: Lines },
): Promise<number> {
  const { db, log } = ctx.app;
  const off = await payoutsOffReport(db, { gateway: bank.name, paid: [...paid.keys()], reversed: [...reversed.keys()] });
  for (const payout of off) {
    const { id } = payout;
    try {
      const said = afterReport(reversed.get(id) ?? paid.get(id) ?? [], centavos(payout.amount_centavos));
      const told = afterAsking(await bank.findPayout(id), askedOf(ctx, bank, payout));
      // Where both agree, the status knows more: the code of a pickup. Money that is back is in a later report.
      const next: PayoutStep | null = said && (told.to === said.to || told.to === 'reversed') ? told : said;
      if (next) await settlePayout(ctx, handlers, id, next, null);
    } catch (error) {
      log.error('a payout could not be settled by the settlement report', error, { payoutId: id });
    }
  }
  return off.length;
}

/** The first day that is read: of the oldest payout that has no end, within bounds. */
async function firstDay({ app: { db }, now }: WorkCtx, bank: Bank): Promise<Temporal.PlainDate> {
  const today = manilaDayOf(now);
  const oldest = await oldestOpenOrder(db, bank.name);
  const [early, earliest] = [today.subtract({ days: leastDays }), today.subtract({ days: mostDays })];
  const wished = oldest ? manilaDayOf(oldest) : early;
  const sooner = Temporal.PlainDate.compare(wished, early) < 0 ? wished : early;
  return Temporal.PlainDate.compare(sooner, earliest) < 0 ? earliest : sooner;
}
