// Promises P1 and P4 under races: a loan is never both cancelled and paid, simultaneous signatures
// stay within the line, and a coupon is used by only one loan.
import { userInfo } from '@sandali/contract/account.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { userMulti } from '@sandali/contract/home.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { loanApply, loanDetail, productCal } from '@sandali/contract/loan.ts';
import { applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, paidOut, until } from '@sandali/server/sandbox/life.ts';
import { brokenBooks, join, newPerson } from '#/person.ts';
import { type Product, startProduct } from '#/product.ts';
import { type BatteryTest, Findings } from '#/test.ts';
import { tally } from '#/tests/accounts.ts';

const peso = 100;
const loanCentavos = 1000 * peso;
/** How many ₱1,000 loans fit into the first credit line of a borrower with the highest income. */
const loansOfLine = 5;
const hands = 32;
/** The number of loans to cancel. These and two more loans fit into the credit line. */
const abandoned = 3;
/** A payout is ordered within about this time after the loan's signature. */
const mostDelayMs = 20;

type Signed = { name: string; loanId: string | null };

/** Requests a quote for a loan of ₱1,000 for 8 days, with or without a coupon. */
async function priced({ client }: Life, accountId: string, voucherId: string | null) {
  return await client.must(productCal, {
    amountCentavos: loanCentavos,
    termDays: 8,
    channel: 'wallet',
    accountId,
    voucherId,
  });
}

/** Signs all quotes in parallel, each under its own request id. */
async function signAtOnce(
  { client, password }: Life,
  quotes: readonly Awaited<ReturnType<typeof priced>>[],
): Promise<Signed[]> {
  return await Promise.all(
    quotes.map(async ({ quoteId, disclosureHash }) => {
      const agreed = {
        quoteId,
        disclosureHash,
        disclosureRead: true,
        agreementAccepted: true,
        password,
      } as const;
      const { name, data } = await client.ask(loanApply, agreed);
      return { name, loanId: name === 'success' ? data.loanId : null };
    }),
  );
}

/** Formats a race's results: "lineExceeded 27, success 5". */
function tallyOf(signed: readonly Signed[]): string {
  const counts = tally(signed.map(({ name }) => name));
  return Object.keys(counts)
    .toSorted()
    .map((name) => `${name} ${counts[name]}`)
    .join(', ');
}

type Tally = { loans: number; cancelled: number; tooLate: number };

/**
 * Signs loans in parallel and cancels each a moment later, while its payout is being ordered. Each
 * loan must end either cancelled and unpaid, or paid.
 */
async function cancelRace(life: Life, accountId: string, race: Race): Promise<void> {
  const quotes = await Promise.all(
    Array.from({ length: abandoned }, () => priced(life, accountId, null)),
  );
  const signed = await signAtOnce(life, quotes);
  await Promise.all(signed.map(({ loanId }) => giveUp(life, loanId as LoanId, race)));
}

async function giveUp(
  life: Life,
  loanId: LoanId,
  { random, findings, counts }: Race,
): Promise<void> {
  await new Promise((done) => setTimeout(done, Math.floor(random() * mostDelayMs)));
  const { name, data } = await life.client.ask(billCancel, { loanId });
  const isCancelled = name === 'success' && data.outcome === 'cancelled';
  // If the money has already arrived, cancelling returns a code to pay it back.
  findings.expect(name === 'success' || name === 'cancelTooLate', `cancelling answered ${name}`);
  const ended = await until('the end of the loan', async () => {
    const { state } = await life.client.must(loanDetail, { loanId });
    return ['cancelled', 'success', 'failed'].includes(state) ? state : null;
  });
  findings.expect(
    ended === (isCancelled ? 'cancelled' : 'success'),
    `cancelling answered ${name}, but the loan ended as ${ended}`,
  );
  if (isCancelled) counts.cancelled += 1;
  else {
    counts.tooLate += 1;
    counts.loans += 1;
  }
}

type Race = { random: () => number; findings: Findings; counts: Tally };

/**
 * Runs one person's races: three cancelled loans, two loans for one coupon, and 32 requests for the
 * remaining line.
 */
async function oneRound(product: Product, nth: number, race: Race): Promise<void> {
  const { findings, counts } = race;
  const digits = String(nth).padStart(3, '0');
  const address = `198.18.${Math.floor(nth / 250)}.${1 + (nth % 250)}`;
  const life = newPerson(product, { number: nth, phone: `+639175569${digits}`, address });
  await join(life, product);
  await applyUntilApproved(life);
  const accountId = await addWallet(life);
  const { userGid } = await life.client.must(userInfo, {});
  const { discountInfoList } = await life.client.must(voucherList, { userGid });
  const [coupon] = discountInfoList;
  if (!coupon) throw new Error('the line came without a welcome coupon');
  const paidBefore = counts.loans;
  await cancelRace(life, accountId, race);
  const free = loansOfLine - (counts.loans - paidBefore) - 1;
  const withCoupon = [
    await priced(life, accountId, coupon.voucherId),
    await priced(life, accountId, coupon.voucherId),
  ];
  const couponRace = await signAtOnce(life, withCoupon);
  findings.expect(
    tallyOf(couponRace) === 'success 1, voucherMissing 1',
    `round ${nth}, the coupon: ${tallyOf(couponRace)}`,
  );
  const quotes = await Promise.all(
    Array.from({ length: hands }, () => priced(life, accountId, null)),
  );
  const lineRace = await signAtOnce(life, quotes);
  findings.expect(
    tallyOf(lineRace) === `lineExceeded ${hands - free}, success ${free}`,
    `round ${nth}, the line: ${tallyOf(lineRace)}`,
  );
  const loans = [...couponRace, ...lineRace].flatMap(({ loanId }) => loanId ?? []);
  await Promise.all(loans.map((loanId) => paidOut(life, loanId)));
  counts.loans += loans.length;
  const { line } = await life.client.must(userMulti, {});
  findings.expect(
    line?.usedCentavos === loansOfLine * loanCentavos,
    `round ${nth}: ${line?.usedCentavos} centavos of the line are used`,
  );
}

export const races: BatteryTest = {
  name: 'loans-races',
  about: 'in 200 rounds of racing calls, no coupon is used twice and no line is exceeded',
  async run({ isQuick, random }) {
    const findings = new Findings();
    const product = await startProduct({
      CATALOGUE: 'small-ticket',
      SANDBOX_PROXIES: '1',
      SANDBOX_RESEND_SECONDS: '0',
      SANDBOX_PAY_MS: '20',
    });
    try {
      const rounds = isQuick ? 1 : 200;
      const counts: Tally = { loans: 0, cancelled: 0, tooLate: 0 };
      for (let nth = 0; nth < rounds && !findings.some(); nth += 1)
        await oneRound(product, nth, { random, findings, counts });
      const paid = product.settlementReport().filter((line) => line.kind === 'payoutPaid').length;
      findings.expect(
        paid === counts.loans,
        `the settlement report has ${paid} payouts for ${counts.loans} loans`,
      );
      if (!isQuick)
        findings.expect(
          counts.cancelled > 0 && counts.tooLate > 0,
          'either all cancellations or all payouts won their race',
        );
      const broken = await brokenBooks(product);
      findings.expect(broken === '', broken);
      return findings.outcome({
        rounds,
        signatures: rounds * (hands + abandoned + 2),
        payouts: paid,
        ...counts,
      });
    } finally {
      await product.close();
    }
  },
};
