// Promise P2 for twelve kinds of unexpected payments: each is booked once in the right place, and
// the float matches the bank's settlement report.

import { type AccountKind, companyAccount } from '@sandali/server/ledger/chart.ts';
import { balanceOf, books } from '@sandali/server/ledger/ledger.ts';
import { cancel } from '@sandali/server/repayment/cancel/cancel.ts';
import { lookUntilQuiet } from '@sandali/server/worker.ts';
import {
  askedBy,
  type BillEnd,
  codeFor,
  type Debtor,
  endsOf,
  makeCodes,
  makeDebtors,
  manyAtOnce,
  onDay,
  payAt,
  sendPaymentEvent,
  workUntil,
} from '#/debtors.ts';
import type { OpenServer } from '#/server.ts';
import { type BatteryTest, Findings } from '#/test.ts';
import { settlementLinesOf, type TestBed, withTestBed } from '#/test-bed.ts';

const peso = 100;
const atOnce = 8;
/** The days before the payments: part-payment codes expire sooner, cooling-off ends later. */
const laterDays = 1;

/** A kind of unexpected payment. */
type Kind = {
  channel: 'sevenEleven' | 'cliqqLifelong';
  /** The amount of the bill's own code. */
  codeCentavos: number;
  isReplaced?: true;
  before?: 'returned' | 'cameBack';
  payments: { centavos: number; currency?: string; isStray?: true }[];
  /**
   * Whether the money belongs to the bill or to the borrower's credit; other money belongs in
   * suspense.
   */
  lands(sum: number, end: BillEnd): boolean;
};

const onBillOf = (end: BillEnd) => end.onBill.reduce((sum, { centavos }) => sum + centavos, 0);
const isOnBill = (sum: number, end: BillEnd) =>
  end.settledAs === null && onBillOf(end) === sum && end.refundable === 0;
const isShared = (sum: number, end: BillEnd) =>
  end.settledAs === 'repaid' && end.refundable > 0 && onBillOf(end) + end.refundable === sum;
const isUntouched = (_: number, end: BillEnd) =>
  end.settledAs === null && end.onBill.length === 0 && end.refundable === 0;
const own = { channel: 'sevenEleven', codeCentavos: 600 * peso } as const;

const kinds: Record<string, Kind> = {
  over: { ...own, payments: [{ centavos: 1_500 * peso }], lands: isShared },
  under: { ...own, payments: [{ centavos: 1 }], lands: isOnBill },
  double: {
    ...own,
    payments: [{ centavos: 600 * peso }, { centavos: 600 * peso }],
    lands: isShared,
  },
  late: { ...own, payments: [{ centavos: 600 * peso }], lands: isOnBill },
  unknownCode: { ...own, payments: [{ centavos: 777 * peso, isStray: true }], lands: isUntouched },
  closedLoan: {
    ...own,
    payments: [{ centavos: 1_500 * peso }, { centavos: 250 * peso }],
    lands: isShared,
  },
  returnedLoan: {
    ...own,
    before: 'returned',
    payments: [{ centavos: 300 * peso }],
    lands: (_, end) => end.settledAs === 'cooledOff' && end.refundable === 300 * peso,
  },
  payoutCameBack: {
    ...own,
    before: 'cameBack',
    payments: [{ centavos: 400 * peso }],
    lands: (sum, end) => end.settledAs === 'void' && end.refundable === sum,
  },
  otherCurrency: {
    ...own,
    payments: [{ centavos: 600 * peso, currency: 'USD' }],
    lands: isUntouched,
  },
  replacedCode: { ...own, isReplaced: true, payments: [{ centavos: 600 * peso }], lands: isOnBill },
  noOpenBill: {
    channel: 'cliqqLifelong',
    codeCentavos: 600 * peso,
    payments: [{ centavos: 1_500 * peso }, { centavos: 320 * peso }],
    lands: isShared,
  },
  noMoney: { ...own, payments: [{ centavos: 0 }, { centavos: -600 * peso }], lands: isUntouched },
};

type Case = { name: string; kind: Kind; debtor: Debtor; code: string };

export const oddpay: BatteryTest = {
  name: 'oddpay',
  about: '600 payments of 12 odd kinds are each booked in the right place',
  async run({ isQuick }) {
    const findings = new Findings();
    const each = isQuick ? 2 : 50;
    const names = Object.keys(kinds);
    return await withTestBed(
      { payment: 'silent', payDelayMs: 0, reverseDelayMs: 0 },
      async (bed) => {
        const debtors = await makeDebtors(bed, each * names.length);
        const cases = await onDay(bed, 0, (server) => prepared(bed, server, debtors));
        await onDay(bed, laterDays, async (server) => {
          for (const round of [0, 1]) {
            await manyAtOnce([...cases.entries()], atOnce, ([nth, oddCase]) =>
              payRound(bed, server, oddCase, { nth, round }),
            );
            await lookUntilQuiet(server.app.context, server.app.steps);
          }
        });
        const counts = await judge(bed, cases, findings);
        return findings.outcome({ kinds: names.length, each, ...counts });
      },
    );
  },
};

/** Creates the codes, and the earlier events of some loans. */
async function prepared(bed: TestBed, server: OpenServer, debtors: Debtor[]): Promise<Case[]> {
  const named = debtors.map((debtor, nth) => {
    const [name = '', kind] = Object.entries(kinds)[nth % Object.keys(kinds).length] ?? [];
    return { name, kind: kind as Kind, debtor };
  });
  const ask = ({ kind, debtor }: (typeof named)[number]) =>
    codeFor(server, debtor, kind.channel, kind.codeCentavos);
  const codes = await makeCodes(bed, server, named.map(ask));
  await makeCodes(bed, server, named.filter(({ kind }) => kind.isReplaced).map(ask));
  const returned = named.filter(({ kind }) => kind.before === 'returned');
  const backCodes = await makeCodes(
    bed,
    server,
    returned.map(({ debtor }) => async (tx) => {
      const input = { loanId: debtor.loanId, channel: 'sevenEleven' } as Parameters<
        typeof cancel
      >[2];
      return (
        (await cancel(await askedBy(server, debtor.borrowerId), tx, input)).ids.repaymentId ?? ''
      );
    }),
  );
  const { db } = bed.database;
  const arrivals = await db.selectFrom('loans').select(['id', 'arrival_centavos']).execute();
  for (const [nth, { debtor }] of returned.entries()) {
    const arrival = arrivals.find(({ id }) => id === debtor.loanId)?.arrival_centavos ?? 0n;
    await sendPaymentEvent(bed, server, await payAt(bed, backCodes[nth] ?? '', Number(arrival)));
  }
  const cameBack = named
    .filter(({ kind }) => kind.before === 'cameBack')
    .map(({ debtor }) => debtor.loanId);
  const payouts = await db
    .selectFrom('payouts')
    .select('id')
    .where('subject_id', 'in', cameBack)
    .execute();
  for (const { id } of payouts) await bed.atBank('/control/reverse', { reference: id });
  for (const { id } of payouts) await sendPayoutEvent(bed, server, id);
  await workUntil(bed, server, 'the returns and reversals', async () => {
    const settled = await db
      .selectFrom('bills')
      .select('loan_id')
      .where('settled_as', 'in', ['void', 'cooledOff'])
      .execute();
    return settled.length === returned.length + cameBack.length;
  });
  return named.map((oddCase, nth) => ({ ...oddCase, code: codes[nth] ?? '' }));
}

async function sendPayoutEvent(
  bed: TestBed,
  { app }: OpenServer,
  reference: string,
): Promise<void> {
  const created = app.context.clocks.wall().toString();
  const body = JSON.stringify({
    id: `ev-${reference}`,
    event: 'payout.reversed',
    created,
    data: { reference },
  });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-callback-token': bed.setup.bank.token,
  };
  await app.hooks.fetch(
    new Request('http://localhost/hooks/sandbox', { method: 'POST', headers, body }),
  );
}

async function payRound(
  bed: TestBed,
  server: OpenServer,
  { kind, code }: Case,
  of: { nth: number; round: number },
): Promise<void> {
  const payment = kind.payments[of.round];
  if (!payment) return;
  const codeOrStray = payment.isStray ? `8800${String(of.nth).padStart(8, '0')}` : code;
  await sendPaymentEvent(
    bed,
    server,
    await payAt(bed, codeOrStray, payment.centavos, payment.currency ?? 'PHP'),
  );
}

/** Checks the outcome of every case, then the totals. */
async function judge(bed: TestBed, cases: Case[], findings: Findings) {
  const paid = await judgeCases(bed, cases, findings);
  await judgeBalances(bed, paid, findings);
  await judgeEvents(bed, paid.notMoney, findings);
  const breaks = await books(bed.database.db);
  findings.expect(
    breaks.length === 0,
    breaks.map((broken) => `${broken.invariant}: ${broken.subject} ${broken.detail}`).join('; '),
  );
  return { payments: paid.payments, landed: paid.landed, notMoney: paid.notMoney };
}

/** Counts of payments, and the centavos that belong in suspense. */
type Paid = Record<'payments' | 'landed' | 'notMoney' | 'inSuspense' | 'otherCurrency', number>;

/** Checks that each debtor's money was booked where that kind of payment belongs. */
async function judgeCases(bed: TestBed, cases: Case[], findings: Findings): Promise<Paid> {
  const ends = await endsOf(bed);
  const paid = { payments: 0, landed: 0, notMoney: 0, inSuspense: 0, otherCurrency: 0 };
  for (const { name, kind, debtor } of cases) {
    const end = ends.get(debtor.borrowerId);
    const money = kind.payments.filter((payment) => payment.centavos > 0);
    const sum = money
      .filter((payment) => !payment.currency && !payment.isStray)
      .reduce((total, payment) => total + payment.centavos, 0);
    paid.payments += money.length;
    paid.notMoney += kind.payments.length - money.length;
    for (const payment of money) {
      if (payment.isStray) paid.inSuspense += payment.centavos;
      if (payment.currency) paid.otherCurrency += payment.centavos;
    }
    const hasLanded = end !== undefined && kind.lands(sum, end);
    if (hasLanded) paid.landed += 1;
    findings.expect(hasLanded, `${name}: ${sum} was paid, and the end is ${JSON.stringify(end)}`);
  }
  return paid;
}

/** Compares suspense with the payments, and the float with the settlement report. */
async function judgeBalances(bed: TestBed, paid: Paid, findings: Findings): Promise<void> {
  const balance = async (kind: AccountKind) =>
    Number(await balanceOf(bed.database.db, companyAccount(kind)));
  const suspense = await balance('suspense');
  findings.expect(
    suspense === -paid.inSuspense,
    `suspense has ${suspense}, not ${-paid.inSuspense}`,
  );
  const otherCurrency = await balance('suspense.otherCurrency');
  findings.expect(
    otherCurrency === -paid.otherCurrency,
    `suspense in other currencies has ${otherCurrency}, not ${-paid.otherCurrency}`,
  );
  const moved = settlementLinesOf(bed.settlementReportFile)
    .filter((line) => line.currency === 'PHP')
    .reduce(
      (sum, line) =>
        sum + (line.kind === 'payoutPaid' ? -line.amountCentavos : line.amountCentavos),
      0,
    );
  const float = await balance('gateway.float');
  findings.expect(float === moved, `the ledger has ${float}, the settlement report ${moved}`);
}

/** Expects an alarm for each payment of zero or less, and no pending events. */
async function judgeEvents(bed: TestBed, notMoney: number, findings: Findings): Promise<void> {
  const { db } = bed.database;
  const alarms = await db
    .selectFrom('audit_log')
    .select('id')
    .where('act', '=', 'paymentNotMoney')
    .execute();
  findings.expect(
    alarms.length === notMoney,
    `${notMoney} payments of zero or less raised ${alarms.length} alarms`,
  );
  const waiting = await db.selectFrom('webhook_queue').select('webhook_event_id').execute();
  findings.expect(waiting.length === 0, `${waiting.length} events are still waiting`);
}
