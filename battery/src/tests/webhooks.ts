// Promise P2 at size: each payment's webhook is sent one to five times, shuffled, up to three days late, eight at once. It is booked once, and what stands at
// the end is what stands with a twin of the same loan and payments of whom every word came in order and at once.

import { books } from '@sandali/server/ledger/ledger.ts';
import { lookUntilQuiet } from '@sandali/server/worker.ts';
import { codeFor, type Debtor, endsOf, makeCodes, makeDebtors, manyAtOnce, onDay, payAt, tell } from '#/debtors.ts';
import { onStage, statementOf } from '#/stage.ts';
import { type BatteryTest, type Context, Findings } from '#/test.ts';

const days = 10;
const latestDays = 3;
const mostCopies = 5;
const atOnce = 8;
/** Every second borrower pays more in all than the loan comes to, and is settled on the way, and anew by what is told late; the others pay too little. */
const mostCentavos = [8_000, 40_000];

type Told = { paymentId: string; onDay: number };

export const webhooks: BatteryTest = {
  name: 'webhooks',
  about:
    '2,000 payments told 1 to 5 times, shuffled, up to 3 days late, 8 at once: each is booked once, and the end is that of words in order',
  async run(context) {
    const findings = new Findings();
    const pairs = context.isQuick ? 4 : 200;
    return await onStage({ payment: 'silent', payDelayMs: 0 }, async (stage) => {
      const debtors = await makeDebtors(stage, 2 * pairs);
      const [late, inTime] = [debtors.slice(0, pairs), debtors.slice(pairs)];
      const codes = await onDay(stage, 0, async (server) =>
        makeCodes(
          stage,
          server,
          debtors.map((one) => codeFor(server, one, 'sevenEleven', 50_000)),
        ),
      );
      const waiting: Told[] = [];
      let [paid, sent] = [0, 0];
      for (let day = 1; day <= days + latestDays; day += 1) {
        await onDay(stage, day, async (server) => {
          const work = () => lookUntilQuiet(server.app.context, server.app.steps);
          if (day <= days) {
            const amounts = inTime.map((_, nth) => 1 + Math.floor(context.chance() * (mostCentavos[nth % 2] ?? 0)));
            await manyAtOnce([...inTime.keys()], atOnce, async (nth) => {
              const paymentId = await payAt(stage, codes[pairs + nth] ?? '', amounts[nth] ?? 0);
              await tell(stage, server, paymentId);
              const twins = await payAt(stage, codes[nth] ?? '', amounts[nth] ?? 0);
              waiting.push(...copiesOf(twins, day, context));
            });
            paid += inTime.length;
            await work();
          }
          const due = waiting.filter((one) => one.onDay === day);
          sent += due.length;
          // Two servers work what eight senders bring, while they bring it.
          await Promise.all([manyAtOnce(shuffled(due, context), atOnce, (one) => tell(stage, server, one.paymentId)), work(), work()]);
          await work();
        });
      }
      const counts = await judge(stage, { late, inTime, paid }, findings);
      return findings.outcome({ events: paid, sent, ...counts });
    });
  },
};

/** One to five copies of a word, each on a day up to three after the payment. */
function copiesOf(paymentId: string, day: number, { chance }: Context): Told[] {
  return Array.from({ length: 1 + Math.floor(chance() * mostCopies) }, () => ({
    paymentId,
    onDay: day + Math.floor(chance() * (latestDays + 1)),
  }));
}

function shuffled<T>(things: readonly T[], { chance }: Context): T[] {
  return things
    .map((thing) => ({ thing, lot: chance() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ thing }) => thing);
}

type Played = { late: Debtor[]; inTime: Debtor[]; paid: number };

async function judge(stage: Parameters<typeof endsOf>[0], { late, inTime, paid }: Played, findings: Findings) {
  const { db } = stage.database;
  const ends = await endsOf(stage);
  let [settled, differing] = [0, 0];
  for (const [nth, one] of late.entries()) {
    const [told, twin] = [ends.get(one.borrowerId), ends.get(inTime[nth]?.borrowerId ?? '')];
    if (told?.settledAs) settled += 1;
    // On which day charges were last posted follows the words; what is owed and kept follows the money.
    if (JSON.stringify(told) === JSON.stringify(twin) && told) continue;
    differing += 1;
    findings.expect(false, `the end is ${JSON.stringify(told)} and in order ${JSON.stringify(twin)}`);
  }
  const receipts = await db.selectFrom('receipts').select(['gateway_payment_id', 'amount_centavos']).execute();
  const lines = statementOf(stage.statementFile).filter((line) => line.kind === 'paymentReceived');
  const once = new Set(receipts.map((one) => one.gateway_payment_id)).size;
  findings.expect(
    receipts.length === once && once === 2 * paid,
    `${receipts.length} receipts, ${once} of them once, for ${2 * paid} payments`,
  );
  findings.expect(lines.length === 2 * paid, `the statement has ${lines.length} payments of ${2 * paid}`);
  const postings = await db
    .selectFrom('ledger_entries')
    .select('fact_key')
    .where('kind', 'in', ['repayment.booked', 'extension.booked', 'money.unmatched'])
    .execute();
  findings.expect(postings.length === 2 * paid, `${postings.length} postings for ${2 * paid} payments`);
  findings.expect(settled > 0 && settled < late.length, `${settled} of ${late.length} loans were settled, which tests too little`);
  const left = await db.selectFrom('inbox_work').select('inbox_id').execute();
  findings.expect(left.length === 0, `${left.length} events wait still`);
  const breaks = await books(db);
  findings.expect(breaks.length === 0, breaks.map((one) => `${one.invariant}: ${one.subject} ${one.detail}`).join('; '));
  return { postings: postings.length, settled, differing };
}
