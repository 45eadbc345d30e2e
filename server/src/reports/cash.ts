// The cash forecast: what open bills owe on their due dates, and how much usually comes by then.
import { floorShare } from '@sandali/contract/money.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf, wireDay } from '#/platform/days.ts';
import { shareBps } from './rules.ts';
import { dueByDay, figuresOf, writtenDays } from './store.ts';

const days = 30;
/** The usual share is that of this many days up to the last day with figures. */
const usualDays = 90;

/**
 * Returns what falls due on each of the next days. `usualShareBps` is the share of the principal
 * unpaid on the morning of its due date that was paid by the evening; null without history.
 */
export async function cashReport(read: Read, now: Temporal.Instant) {
  const from = manilaDayOf(now);
  const to = from.add({ days: days - 1 });
  const [due, usual] = await Promise.all([dueByDay(read, { from, to }), usualShare(read)]);
  const rows = due.map(({ on, bills, principalCentavos, interestCentavos }) => {
    const dueCentavos = principalCentavos + interestCentavos;
    return {
      on: wireDay(on),
      bills,
      principalCentavos: Number(principalCentavos),
      interestCentavos: Number(interestCentavos),
      dueCentavos: Number(dueCentavos),
      expectedCentavos: usual === null ? null : Number(floorShare(dueCentavos, usual, 10_000)),
    };
  });
  return {
    from: wireDay(from),
    to: wireDay(to),
    usualShareBps: usual,
    usualDays,
    rows,
    lists: { overdue: 'overdue list' },
  };
}

async function usualShare(read: Read): Promise<number | null> {
  const written = await writtenDays(read);
  if (!written) return null;
  const from = written.to.subtract({ days: usualDays - 1 });
  const due = await figuresOf(read, { from, to: written.to }, 'month', ['due']);
  const sum = (key: string) =>
    due.reduce((all, row) => (row.key === key ? all + row.amountCentavos : all), 0n);
  return shareBps(sum('open') - sum('left'), sum('open'));
}
