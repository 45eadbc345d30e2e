// A manager's month at the desk. The figures equal the borrowers' own statements to the centavo.
// Two managers change how the lender lends.
import type { Page } from '@playwright/test';
import { type AccountStatementLine, billStatement } from '@sandali/contract/accountStatement.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import {
  asDay,
  type Day,
  addDays as dayAfter,
  daysBetween,
  manilaDay,
} from '@sandali/contract/day.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import { applyForCredit, applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import {
  addWallet,
  askCode,
  type Life,
  paidOut,
  reviewed,
  takeLoan,
  until,
} from '@sandali/server/sandbox/life.ts';
import { newPerson } from '../life/account.ts';
import { signUpPerson } from '../life/by-calls.ts';
import {
  countWork,
  deskScreen,
  expectNoFaults,
  expectNoSession,
  secondBrowser,
  signInAsNew,
} from '../life/desk.ts';
import { confirmProposal, send } from '../life/desk-acts.ts';
import { addDays, advanceToTen, brokenBooks, sandboxNow } from '../life/sandbox.ts';
import { alone } from '../places.ts';
import { atLength, expect, press, serveAlone, test } from './fixture.ts';

serveAlone(alone);
test.use({ ...deskScreen, viewport: { width: 1440, height: 900 } });

type Borrower = { life: Life; accountId: string };

async function borrower(nth: number): Promise<Borrower> {
  const life = await signUpPerson(alone.origin, newPerson(nth), nth);
  await applyUntilApproved(life);
  return { life, accountId: await addWallet(life) };
}

/** Takes the smallest loan, and waits for its money. */
async function borrow({ life, accountId }: Borrower, termDays: number): Promise<string> {
  const { loanId } = await takeLoan(life, accountId, { termDays });
  await paidOut(life, loanId);
  return loanId;
}

const detailOf = ({ life }: Borrower, loanId: string) => life.client.must(billDetail, { loanId });

/** Pays an amount, by default what the bill owes today, and waits until it is booked. */
async function repay(page: Page, who: Borrower, loanId: string, amountCentavos?: number) {
  const { bill } = await detailOf(who, loanId);
  const { code } = await askCode(who.life, loanId, bill.currentDue.owedCentavos);
  const pay = { code, ...(amountCentavos && { amountCentavos }) };
  const answer = await page.request.post('/sandbox/api/pay', { data: pay });
  expect(answer.ok(), await answer.text()).toBe(true);
  await until(
    'the payment',
    async () => (await detailOf(who, loanId)).bill.paidCentavos > bill.paidCentavos,
  );
}

const todayOf = async (page: Page): Promise<Day> =>
  manilaDay(Date.parse(await sandboxNow(page.request)));

const firstOfNextMonth = (day: Day): Day => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return asDay(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10));
};

/** Moves to 10:00 of a later day. */
async function goTo(page: Page, day: Day): Promise<void> {
  await addDays(page.request, daysBetween(await todayOf(page), day));
}

const sum = (lines: readonly AccountStatementLine[], of: (line: AccountStatementLine) => number) =>
  lines.reduce((total, line) => total + of(line), 0);
const pesos = (amount: number) => formatPesos(centavos(amount));

/** Returns what was disbursed, collected for bills and refunded, as the desk writes it. */
const moneyOf = (lines: readonly AccountStatementLine[]) => {
  const of = (kind: AccountStatementLine['kind']) => lines.filter((line) => line.kind === kind);
  return {
    Disbursed: pesos(sum(of('paidOut'), (line) => line.principalCentavos)),
    Collected: pesos(sum(of('repayment'), (line) => line.moneyCentavos - line.keptCentavos)),
    Refunded: pesos(sum(of('refundPaid'), (line) => line.moneyCentavos)),
  };
};

/** Returns the interest and late charge that a line charges, in centavos. */
const chargesOf = ({ kind, interestCentavos, lateCentavos }: AccountStatementLine) =>
  kind === 'charges' ? interestCentavos + lateCentavos : 0;

/** Returns a table of the desk as rows of text by column. */
async function tableOf(page: Page, name: string): Promise<Record<string, string>[]> {
  const table = page.getByRole('region', { name, exact: true }).getByRole('table');
  await expect(table).toBeVisible();
  const names = await table.locator('thead th').allInnerTexts();
  const rows = await table.locator('tbody tr').all();
  return await Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('td').allInnerTexts();
      return Object.fromEntries(names.map((column, nth) => [column, cells[nth] ?? '']));
    }),
  );
}

test(
  'the desk’s figures of a month equal its borrowers’ statements',
  atLength,
  async ({ page, browser, clean }) => {
    const other = await secondBrowser(browser, alone);
    await signInAsNew(page, 'mona.manager', 'manager', { place: alone });
    await signInAsNew(other, 'mark.manager', 'manager', { place: alone, proposer: 'third' });
    expectNoSession(clean);

    await advanceToTen(page.request);
    const first = firstOfNextMonth(await todayOf(page));
    await goTo(page, first);
    const on = (nth: number) => goTo(page, dayAfter(first, nth - 1));

    const [ana, ben, cora, dan] = [
      await borrower(1),
      await borrower(2),
      await borrower(3),
      await borrower(4),
    ];
    const rex = await signUpPerson(alone.origin, newPerson(5), 5);
    await applyForCredit(rex, 'refusable');
    expect(await reviewed(rex)).toBe('rejected');
    const anasLoan = await borrow(ana, 8);
    await borrow(ben, 8);
    const corasLoan = await borrow(cora, 15);
    await on(8);
    await repay(page, ana, anasLoan);
    const anasSecondLoan = await borrow(ana, 15);
    await on(18);
    await repay(page, cora, corasLoan, 3_000_000);
    await on(20);
    await repay(page, ana, anasSecondLoan, 6_200_000);
    const { refundableCentavos } = await ana.life.client.must(refundQuery, {});
    await ana.life.client.must(refundApply, {
      accountId: ana.accountId,
      amountCentavos: refundableCentavos,
      password: ana.life.password,
    });
    await until(
      'the refund',
      async () => (await ana.life.client.must(refundQuery, {})).refund?.state === 'paid',
    );
    await borrow(dan, 8);
    const next = firstOfNextMonth(first);
    await goTo(page, next);
    const last = dayAfter(next, -1);

    const { during, print } = await countWork(page, other);
    const openLink = async (name: string) =>
      await during(() => press(page, page.getByRole('link', { name, exact: true })));

    // The business, day by day and in all.
    await openLink('Reports');
    await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
    await during(() =>
      expect(async () => {
        await press(page, page.getByRole('button', { name: 'Read again' }));
        await expect(page.getByText(`Figures are final up to ${last}.`)).toBeVisible({
          timeout: 1_000,
        });
      }).toPass(),
    );
    // The last charges are booked when the month's last day closes.
    const statements = await Promise.all(
      [ana, ben, cora, dan].map(
        async ({ life }) => await life.client.must(billStatement, { fromOn: first, toOn: last }),
      ),
    );
    const lines = statements.flatMap((statement) => statement.lines);
    const unpaid = statements.map((statement) =>
      sum(statement.lines, (line) => line.principalCentavos),
    );
    const days = await tableOf(page, 'Business by day');
    for (const { Period: day, Disbursed, Collected, Refunded } of days.slice(0, -1))
      expect({ Disbursed, Collected, Refunded }, day).toEqual(
        moneyOf(lines.filter((line) => line.on === day)),
      );
    expect(days.at(-1)).toMatchObject({
      Period: 'Total',
      Applications: '5',
      Approved: '80.00%',
      Loans: '5',
      'New borrowers': '4',
      Repeat: '20.00%',
      ...moneyOf(lines),
      'Written off': pesos(0),
      Income: pesos(sum(lines, chargesOf) + sum(lines, ({ feesCentavos }) => feesCentavos)),
      Coupons: pesos(0),
    });
    await expectNoFaults(page);

    // The portfolio at the end of the month.
    await openLink('Portfolio');
    const [bens, coras, dans] = unpaid.slice(1) as [number, number, number];
    expect((await tableOf(page, 'Portfolio by day')).at(-1)).toMatchObject({
      'End of': last,
      Bills: '3',
      Unpaid: pesos(bens + coras + dans),
      'Not due': pesos(0),
      '1–7 days': pesos(dans),
      '8–30 days': pesos(bens + coras),
      'PAR 1': '100.00%',
      'PAR 7': `${((100 * (bens + coras)) / (bens + coras + dans)).toFixed(2)}%`,
      'PAR 30': '0.00%',
    });
    await openLink('Rejections');
    expect((await tableOf(page, 'Rejections by day')).at(-1)).toMatchObject({ Rejected: '1' });
    await openLink('Vintages');
    expect(await tableOf(page, 'Vintages')).toMatchObject([
      { Loans: '5', Disbursed: moneyOf(lines).Disbursed },
    ]);
    await openLink('Collections');
    const bucket = (name: string) =>
      page.getByRole('navigation', { name: 'Buckets' }).getByRole('link', { name });
    await expect(bucket('1–7 days')).toContainText('1');
    await expect(bucket('8–30')).toContainText('2');
    await expectNoFaults(page);

    // The budget needs one manager, and the share of income two.
    await openLink('Settings');
    await during(async () => {
      await press(page, page.getByRole('link', { name: /^Daily budget/ }));
      await press(page, page.getByRole('button', { name: 'Change' }));
      await page.keyboard.press('Control+A');
      await page.keyboard.type('₱5,000,000');
      await send(page, 'the plan of February', 'Change a setting');
      await expect(page.getByRole('link', { name: /^Daily budget/ })).toContainText('₱5,000,000');
      await press(page, page.getByRole('link', { name: /^Share of income/ }));
      await press(page, page.getByRole('button', { name: 'Change' }));
      await page.keyboard.press('Control+A');
      await page.keyboard.type('45');
      await send(page, 'fewer bills should become late', 'Change a setting');
      await expect(page.getByRole('link', { name: /^Share of income/ })).toContainText('Waits');
      await confirmProposal(other, 'Show a proposed setting', 'agreed in the meeting');
      await expect(other.getByText(/dueShareMostPercent is now 45/)).toBeVisible();
    });
    await expectNoFaults(page);
    print('a manager’s month: reports, call list, budget, a setting by two');
    expect(await brokenBooks(page.request)).toEqual([]);
    await other.context().close();
  },
);
