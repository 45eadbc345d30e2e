// Promises P2 and P5: many signatures at once never take more than the line, and a coupon serves one loan, however many hands reach for it.
import { userInfo } from '@sandali/contract/account.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { loanApply, productCal } from '@sandali/contract/loan.ts';
import { voucherList } from '@sandali/contract/voucher.ts';
import { applyForCredit } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, paidOut, reviewed, signUp } from '@sandali/server/sandbox/life.ts';
import { brokenBooks, newPerson } from '#/person.ts';
import { type Product, startProduct } from '#/product.ts';
import { type BatteryTest, Findings } from '#/test.ts';
import { tally } from '#/tests/accounts.ts';

const peso = 100;
const loanCentavos = 1000 * peso;
/** The first line of whoever earns most, in loans of ₱1,000. */
const loansOfLine = 5;
const hands = 32;

type Signed = { name: string; loanId: string | null };

/** Prices a loan of ₱1,000 for 8 days, with a coupon or none. */
async function priced({ client }: Life, accountId: string, voucherId: string | null) {
  return await client.must(productCal, { amountCentavos: loanCentavos, termDays: 8, channel: 'wallet', accountId, voucherId });
}

/** Signs quotes all at once, each under a request id of its own. */
async function signAtOnce({ client, password }: Life, quotes: readonly Awaited<ReturnType<typeof priced>>[]): Promise<Signed[]> {
  return await Promise.all(
    quotes.map(async ({ quoteId, disclosureHash }) => {
      const agreed = { quoteId, disclosureHash, disclosureRead: true, agreementAccepted: true, password } as const;
      const { name, data } = await client.ask(loanApply, agreed);
      return { name, loanId: name === 'success' ? data.loanId : null };
    }),
  );
}

/** What a race came to, as one line: "lineExceeded 27, success 5". */
function told(signed: readonly Signed[]): string {
  const counts = tally(signed.map(({ name }) => name));
  return Object.keys(counts)
    .toSorted()
    .map((name) => `${name} ${counts[name]}`)
    .join(', ');
}

/** One person's two races: for a coupon with two loans, then for what is left of the line with thirty-two. @returns the loans that were signed. */
async function oneRound(product: Product, findings: Findings, nth: number): Promise<number> {
  const digits = String(nth).padStart(3, '0');
  const address = `198.18.${Math.floor(nth / 250)}.${1 + (nth % 250)}`;
  const life = newPerson(product, { number: nth, phone: `+639175569${digits}`, address });
  await signUp(life);
  await applyForCredit(life);
  await reviewed(life);
  const accountId = await addWallet(life);
  const { userGid } = await life.client.must(userInfo, {});
  const { discountInfoList } = await life.client.must(voucherList, { userGid });
  const [coupon] = discountInfoList;
  if (!coupon) throw new Error('no welcome coupon came with the line');
  const withCoupon = [await priced(life, accountId, coupon.voucherId), await priced(life, accountId, coupon.voucherId)];
  const couponRace = await signAtOnce(life, withCoupon);
  findings.expect(told(couponRace) === 'success 1, voucherMissing 1', `round ${nth}, the coupon: ${told(couponRace)}`);
  const quotes = await Promise.all(Array.from({ length: hands }, () => priced(life, accountId, null)));
  const lineRace = await signAtOnce(life, quotes);
  const should = `lineExceeded ${hands - loansOfLine + 1}, success ${loansOfLine - 1}`;
  findings.expect(told(lineRace) === should, `round ${nth}, the line: ${told(lineRace)}`);
  const loans = [...couponRace, ...lineRace].flatMap(({ loanId }) => loanId ?? []);
  await Promise.all(loans.map((loanId) => paidOut(life, loanId)));
  const { line } = await life.client.must(userMulti, {});
  findings.expect(line?.usedCentavos === loansOfLine * loanCentavos, `round ${nth}: ${line?.usedCentavos} centavos of the line are used`);
  return loans.length;
}

export const races: BatteryTest = {
  name: 'loans-races',
  about:
    'two signatures for one coupon and 32 for a line of five, 200 rounds: one and five win, the others are told why, and the bank pays five',
  async run({ isQuick }) {
    const findings = new Findings();
    const product = await startProduct({
      CATALOGUE: 'small-ticket',
      TRUSTED_PROXIES: '1',
      SANDBOX_RESEND_SECONDS: '0',
      SANDBOX_PAY_MS: '20',
    });
    try {
      const rounds = isQuick ? 2 : 200;
      let loans = 0;
      for (let nth = 0; nth < rounds && !findings.some(); nth += 1) loans += await oneRound(product, findings, nth);
      const paid = product.statement().filter((line) => line.kind === 'payoutPaid').length;
      findings.expect(paid === loans, `the statement has ${paid} payouts for ${loans} loans`);
      const broken = await brokenBooks(product);
      findings.expect(broken === '', broken);
      return findings.outcome({ rounds, signatures: rounds * (hands + 2), loans, payouts: paid });
    } finally {
      await product.close();
    }
  },
};
