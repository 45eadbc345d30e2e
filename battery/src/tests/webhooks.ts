// Promise P2 at scale: repeated, shuffled and late webhooks book each payment once. Each loan must
// have the same outcome as its twin, whose webhooks arrive immediately and in order.

import { books } from '@sandali/server/ledger/ledger.ts';
import { lookUntilQuiet } from '@sandali/server/worker.ts';
import {
  codeFor,
  type Debtor,
  endsOf,
  makeCodes,
  makeDebtors,
  manyAtOnce,
  onDay,
  payAt,
  sendPaymentEvent,
} from '#/debtors.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';
import { settlementLinesOf, withTestBed } from '#/test-bed.ts';

const days = 10;
const latestDays = 3;
const mostCopies = 5;
const atOnce = 8;
/**
 * The maximum centavos per payment: for borrowers who pay less than the loan in total, and for
 * those who pay more.
 */
const mostCentavos = [8_000, 40_000];

type Copy = { paymentId: string; onDay: number };

export const webhooks: BatteryTest = {
  name: 'webhooks',
  about: '2,000 payments with repeated, shuffled and late webhooks are booked once, as if in order',
  async run(context) {
    const findings = new Findings();
    const pairs = context.isQuick ? 4 : 200;
    return await withTestBed({ payment: 'silent', payDelayMs: 0 }, async (bed) => {
      const debtors = await makeDebtors(bed, 2 * pairs);
      const [late, inTime] = [debtors.slice(0, pairs), debtors.slice(pairs)];
      const codes = await onDay(bed, 0, async (server) =>
        makeCodes(
          bed,
          server,
          debtors.map((debtor) => codeFor(server, debtor, 'sevenEleven', 50_000)),
        ),
      );
      const waiting: Copy[] = [];
      let [paid, sent] = [0, 0];
      for (let day = 1; day <= days + latestDays; day += 1) {
        await onDay(bed, day, async (server) => {
          const work = () => lookUntilQuiet(server.app.context, server.app.steps);
          if (day <= days) {
            const amounts = inTime.map(
              (_, nth) => 1 + Math.floor(context.random() * (mostCentavos[nth % 2] ?? 0)),
            );
            await manyAtOnce([...inTime.keys()], atOnce, async (nth) => {
              const paymentId = await payAt(bed, codes[pairs + nth] ?? '', amounts[nth] ?? 0);
              await sendPaymentEvent(bed, server, paymentId);
              const twins = await payAt(bed, codes[nth] ?? '', amounts[nth] ?? 0);
              waiting.push(...copiesOf(twins, day, context));
            });
            paid += inTime.length;
            await work();
          }
          const due = waiting.filter(({ onDay }) => onDay === day);
          sent += due.length;
          // Two workers run while eight senders deliver.
          await Promise.all([
            manyAtOnce(shuffled(due, context), atOnce, ({ paymentId }) =>
              sendPaymentEvent(bed, server, paymentId),
            ),
            work(),
            work(),
          ]);
          await work();
        });
      }
      const counts = await judge(bed, { late, inTime, paid }, findings);
      return findings.outcome({ events: paid, sent, ...counts });
    });
  },
};

/** Returns one to five copies of a webhook, each sent at most three days after the payment. */
function copiesOf(paymentId: string, day: number, { random }: Context): Copy[] {
  return Array.from({ length: 1 + Math.floor(random() * mostCopies) }, () => ({
    paymentId,
    onDay: day + Math.floor(random() * (latestDays + 1)),
  }));
}

function shuffled<T>(things: readonly T[], { random }: Context): T[] {
  return things
    .map((thing) => ({ thing, lot: random() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ thing }) => thing);
}

type Played = { late: Debtor[]; inTime: Debtor[]; paid: number };

async function judge(
  bed: Parameters<typeof endsOf>[0],
  { late, inTime, paid }: Played,
  findings: Findings,
) {
  const { db } = bed.database;
  const ends = await endsOf(bed);
  let [settled, differing] = [0, 0];
  for (const [nth, debtor] of late.entries()) {
    const [own, twin] = [ends.get(debtor.borrowerId), ends.get(inTime[nth]?.borrowerId ?? '')];
    if (own?.settledAs) settled += 1;
    // The last posted charge depends on when webhooks arrive; the other amounts depend only on the
    // payments.
    if (JSON.stringify(own) === JSON.stringify(twin) && own) continue;
    differing += 1;
    findings.expect(
      false,
      `a loan ended as ${JSON.stringify(own)}, its twin as ${JSON.stringify(twin)}`,
    );
  }
  const receipts = await db
    .selectFrom('receipts')
    .select(['gateway_payment_id', 'amount_centavos'])
    .execute();
  const lines = settlementLinesOf(bed.settlementReportFile).filter(
    (line) => line.kind === 'paymentReceived',
  );
  const once = new Set(receipts.map(({ gateway_payment_id }) => gateway_payment_id)).size;
  findings.expect(
    receipts.length === once && once === 2 * paid,
    `${receipts.length} receipts, ${once} of them once, for ${2 * paid} payments`,
  );
  findings.expect(
    lines.length === 2 * paid,
    `the settlement report has ${lines.length} payments of ${2 * paid}`,
  );
  const postings = await db
    .selectFrom('ledger_entries')
    .select('fact_key')
    .where('kind', 'in', ['repayment.booked', 'extension.booked', 'money.unmatched'])
    .execute();
  findings.expect(
    postings.length === 2 * paid,
    `${postings.length} postings for ${2 * paid} payments`,
  );
  findings.expect(
    settled > 0 && settled < late.length,
    `${settled} of ${late.length} loans were settled; the test needs both kinds`,
  );
  const waiting = await db.selectFrom('webhook_queue').select('webhook_event_id').execute();
  findings.expect(waiting.length === 0, `${waiting.length} events are still waiting`);
  const breaks = await books(db);
  findings.expect(
    breaks.length === 0,
    breaks.map((broken) => `${broken.invariant}: ${broken.subject} ${broken.detail}`).join('; '),
  );
  return { postings: postings.length, settled, differing };
}
