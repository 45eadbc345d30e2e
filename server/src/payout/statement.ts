// Settling by the gateway's statement: what neither webhook nor status has told, or has told otherwise. A line is money that moved; that a payout has
// none says nothing, as it may come yet.
import { centavos } from '@sandali/contract/money.ts';
import type { StatementLine } from '#/adapters/bank/port.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { manilaDayOf } from '#/kit/days.ts';
import { oldestOpenOrder, payoutsOffStatement } from './breaks.store.ts';
import { afterAsking, afterStatement, type Next } from './rules.ts';
import { type Handlers, settlePayout } from './settle.ts';

/** Days before today that are read always, and at most. */
const leastDays = 2;
const mostDays = 31;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the statements since the oldest payout that has no end, and settles what they say otherwise than we have it. @returns how many that was. */
export async function settleByStatement(ctx: WorkCtx, handlers: Handlers): Promise<number> {
  const { bank, db, log } = ctx.house;
  const linesOf = await linesByReference(ctx);
  if (!linesOf) return 0;
  const has = (kind: StatementLine['kind']) =>
    [...linesOf].filter(([, lines]) => lines.some((line) => line.kind === kind)).map(([id]) => id);
  const reversed = has('payoutReversed');
  const isReversed = new Set(reversed);
  const paid = has('payoutPaid').filter((id) => !isReversed.has(id));
  const off = await payoutsOffStatement(db, { gateway: bank.name, paid, reversed });
  for (const { id, amount_centavos, waits_for, ready_at } of off) {
    try {
      const amountCentavos = centavos(amount_centavos);
      const said = afterStatement(linesOf.get(id) ?? [], amountCentavos);
      const of = { amountCentavos, deduplicates: bank.deduplicatesPayouts, wasNotTaken: waits_for !== null, wasReady: ready_at !== null };
      const told = afterAsking(await bank.findPayout(id), of);
      // Where both agree, the status knows more: the code of a pickup.
      const next: Next | null = said && told.to === said.to ? told : said;
      if (next) await settlePayout(ctx, handlers, id, next, null);
    } catch (error) {
      log.error('a payout could not be settled by the statement', error, { payoutId: id });
    }
  }
  return off.length;
}

/** The lines about payouts by their reference; null where the gateway does not tell a day. */
async function linesByReference({ house: { bank, db, log }, now }: WorkCtx): Promise<Map<string, StatementLine[]> | null> {
  const today = manilaDayOf(now);
  const oldest = await oldestOpenOrder(db, bank.name);
  const [early, earliest] = [today.subtract({ days: leastDays }), today.subtract({ days: mostDays })];
  const wished = oldest ? manilaDayOf(oldest) : early;
  const sooner = Temporal.PlainDate.compare(wished, early) < 0 ? wished : early;
  const from = Temporal.PlainDate.compare(sooner, earliest) < 0 ? earliest : sooner;
  const found = new Map<string, StatementLine[]>();
  for (let day = from; Temporal.PlainDate.compare(day, today) <= 0; day = day.add({ days: 1 })) {
    const answer = await bank.statement(day);
    if (answer.outcome === 'unknown') {
      log.warn('the statement of a day could not be read', { gateway: bank.name, why: answer.why });
      return null;
    }
    for (const line of answer.lines) {
      if (line.kind === 'paymentReceived' || !line.reference || !uuid.test(line.reference)) continue;
      found.set(line.reference, [...(found.get(line.reference) ?? []), line]);
    }
  }
  return found;
}
