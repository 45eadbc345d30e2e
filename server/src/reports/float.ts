// The float: what the gateways say that they hold for us, beside what the books say.
import type { Bank } from '#/adapters/bank/port.ts';
import type { StaffCtx } from '#/commands/command.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { banksOf } from '#/gateway/routing.ts';
import { balanceOf } from '#/ledger/ledger.ts';
import { wireDay, wireInstant } from '#/platform/days.ts';
import { comparedTo, openPayouts } from './float.store.ts';

/** A balance of at most this age is shown as it is. The gateway is asked for an older one again. */
const freshMs = 120_000;

/** Reads the books' side. It may run in a transaction, because it calls no gateway. */
export async function floatByBooks({ app, now }: StaffCtx, read: Read) {
  const banks = banksOf(app).map(({ name }) => name);
  const [float, open, compared] = await Promise.all([
    balanceOf(read, { kind: 'gateway.float', ownerId: null }),
    openPayouts(read),
    comparedTo(read, banks),
  ]);
  const names = new Set([...banks, ...open.map(({ gateway }) => gateway)]);
  const gateways = [...names].map((gateway) => {
    const payouts = open.find((row) => row.gateway === gateway);
    const last = compared.find((row) => row.gateway === gateway);
    return {
      gateway,
      sent: payouts?.sent ?? 0,
      sentCentavos: Number(payouts?.sentCentavos ?? 0n),
      waiting: payouts?.waiting ?? 0,
      waitingCentavos: Number(payouts?.waitingCentavos ?? 0n),
      comparedTo: last ? wireDay(last.day) : null,
      openBreaks: last?.openBreaks ?? 0,
    };
  });
  return { booksCentavos: Number(float), booksAt: wireInstant(now), gateways };
}

export type FloatByBooks = Awaited<ReturnType<typeof floatByBooks>>;

/**
 * Adds each gateway's balance: the last answer, or a new one if it is old. The difference is null
 * unless every gateway has answered.
 */
export async function floatWithBalances(app: AppContext, { gateways, ...books }: FloatByBooks) {
  const rows = await Promise.all(
    gateways.map(async (row) => {
      const bank = banksOf(app).find(({ name }) => name === row.gateway);
      const balance = bank ? await recentBalance(app, bank) : null;
      return {
        ...row,
        balanceCentavos: balance?.amountCentavos ?? null,
        balanceAt:
          balance &&
          wireInstant(app.clocks.now().subtract({ milliseconds: Math.round(balance.ageMs) })),
      };
    }),
  );
  const balances = rows.flatMap(({ balanceCentavos }) => balanceCentavos ?? []);
  const haveAllAnswered = balances.length === rows.length;
  const balanceCentavos = haveAllAnswered
    ? balances.reduce((sum, amount) => sum + amount, 0)
    : null;
  return {
    ...books,
    balanceCentavos,
    differenceCentavos: balanceCentavos === null ? null : balanceCentavos - books.booksCentavos,
    gateways: rows,
  };
}

/** Returns a gateway's balance and its age; the last one known if the gateway gives no answer. */
async function recentBalance({ metrics }: AppContext, bank: Bank) {
  const last = metrics.lastBalance(bank.name);
  if (last && last.ageMs <= freshMs) return last;
  const answer = await bank.balance();
  return answer.outcome === 'known' ? { amountCentavos: answer.amountCentavos, ageMs: 0 } : last;
}
