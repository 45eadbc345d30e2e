// Reads the amounts of twenty loans on every screen of a bill. Each amount must be in a response
// and beside its own day. Paying the amount shown on home, on its day, must settle the loan.
import type { Page } from '@playwright/test';
import { billStatement } from '@sandali/contract/accountStatement.ts';
import type { AmountDue } from '@sandali/contract/bill.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { type Day, addDays as daysAfter } from '@sandali/contract/day.ts';
import { renewCal } from '@sandali/contract/extension.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList } from '@sandali/contract/loan.ts';
import { addCentavos, type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import { repaymentChannelList } from '@sandali/contract/repayment.ts';
import { askCode, type Life } from '@sandali/server/sandbox/life.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { addDays, brokenBooks } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const loans = 20;
const lastDay = 24;

type Borrower = {
  life: Life;
  loanId: string;
  nth: number;
  codeId: string | null;
  plan: { sum: string; on: Day } | null;
  isClosed: boolean;
};

test(
  'for twenty loans, no screen shows an amount owed next to the wrong day',
  atLength,
  async ({ browser, request, baseURL }) => {
    test.setTimeout(60_000 + 40_000 * loans);
    const people: Borrower[] = [];
    for (let nth = 0; nth < loans; nth += 1) {
      const borrower = await personWithLoan(turns.origin, 500 + nth, 1600 + nth, {
        termDays: nth % 2 === 0 ? 15 : 8,
      });
      people.push({ ...borrower, nth, codeId: null, plan: null, isClosed: false });
    }
    for (let day = 0; day <= lastDay && people.some(({ isClosed }) => !isClosed); day += 1) {
      for (const borrower of people) {
        const { today } = await borrower.life.client.must(billList, {});
        if (borrower.isClosed || (borrower.plan?.on !== today && (day + borrower.nth) % 4 !== 0))
          continue;
        const context = await browser.newContext({
          viewport: { width: 360, height: 740 },
          reducedMotion: 'reduce',
          baseURL: String(baseURL),
        });
        try {
          await visit(await context.newPage(), borrower, day);
        } finally {
          await context.close();
        }
      }
      await addDays(request, 1);
    }
    expect(people.filter(({ isClosed }) => !isClosed).map(({ nth }) => nth)).toEqual([]);
    expect(await brokenBooks(request)).toEqual([]);
  },
);

/**
 * Reads all screens. Then pays the amount planned for today, pays a part, or plans to pay the
 * amount on home on its day.
 */
async function visit(page: Page, borrower: Borrower, day: number): Promise<void> {
  const { life, loanId } = borrower;
  await openLoggedIn(page, life);
  const { today, bill } = await life.client.must(billDetail, { loanId });
  await readScreens(page, borrower);
  if (borrower.plan?.on === today) {
    await pay(page, borrower, centavos(Number(borrower.plan.sum.replaceAll(/[₱,.]/g, ''))));
    await page.goto(`/billDetail?loanId=${loanId}`);
    await expect(page.getByText('Repaid', { exact: false }).first()).toBeVisible();
    const { state } = (await life.client.must(billDetail, { loanId })).bill;
    expect({ nth: borrower.nth, state }).toEqual({ nth: borrower.nth, state: 'repaid' });
    borrower.isClosed = true;
  } else if (
    !borrower.plan &&
    day < 12 &&
    (borrower.nth + day) % 3 === 0 &&
    bill.currentDue.owedCentavos > 2_000_000
  ) {
    await pay(page, borrower, centavos(500_000 + 12_345 * borrower.nth));
    await readScreens(page, borrower);
  } else if (!borrower.plan) {
    borrower.plan = await amountOnHome(page, today);
    if (borrower.plan.on === today) await visit(page, borrower, day);
  }
}

async function pay(page: Page, borrower: Borrower, amountCentavos: Centavos): Promise<void> {
  const { repaymentId, code } = await askCode(borrower.life, borrower.loanId, amountCentavos);
  const answer = await page.request.post('/sandbox/api/pay', { data: { code } });
  expect(answer.ok(), await answer.text()).toBe(true);
  borrower.codeId = repaymentId;
  const paid = async () =>
    (await borrower.life.client.must(billDetail, { loanId: borrower.loanId })).events.filter(
      ({ kind }) => kind === 'payment',
    );
  await expect
    .poll(async () => (await paid()).some((event) => event.amountCentavos === amountCentavos))
    .toBe(true);
}

/**
 * Returns the main amount on home and its day: today if overdue, otherwise as in "Tue, 8 Dec · in
 * 15 days".
 */
async function amountOnHome(page: Page, today: Day): Promise<{ sum: string; on: Day }> {
  await page.goto('/home');
  await expect(page.getByText(/₱/).first()).toBeVisible();
  const [lead] = (await visibleAmounts(page)).filter(({ words }) =>
    /₱[\d,]+\.\d\d\s+(to repay today|\w{3}, \d+ \w{3})/.test(words),
  );
  const [, sum = '', , date] =
    /(₱[\d,]+\.\d\d)\s+(to repay today|\w{3}, (\d+ \w{3}))/.exec(lead?.words ?? '') ?? [];
  expect(sum, 'home shows an amount and its day').toMatch(/^₱/);
  if (!date) return { sum, on: today };
  const on = Array.from({ length: 40 }, (_, days) => daysAfter(today, days)).find(
    (day) => written(day) === date,
  );
  if (!on) throw new Error(`${date} is not one of the next forty days`);
  return { sum, on };
}

const written = (day: Day) =>
  Temporal.PlainDate.from(day).toLocaleString('en-GB', { day: 'numeric', month: 'short' });

/** Opens every screen of a bill and checks all amounts on it. */
async function readScreens(page: Page, { life, loanId, codeId }: Borrower): Promise<void> {
  const { client } = life;
  const [home, list, detail, statement] = [
    await client.must(userMulti, {}),
    await client.must(billList, {}),
    await client.must(billDetail, { loanId }),
    await client.must(billStatement, { fromOn: null, toOn: null }),
  ];
  const isOpen = list.open.length > 0;
  const ways = isOpen
    ? [await client.must(renewCal, { loanId }), await client.must(repaymentChannelList, { loanId })]
    : [];
  const known = new Set(
    [...amountsIn([home, list, detail, statement, ways])].map((amount) =>
      formatPesos(centavos(amount)),
    ),
  );
  // An overdue bill also shows tomorrow's amount.
  known.add(formatPesos(addCentavos(detail.bill.currentDue.owedCentavos, detail.tomorrowCentavos)));
  const daysOf = Map.groupBy([...duesIn([home, list, detail, ways])], ({ owedCentavos }) =>
    formatPesos(owedCentavos),
  );
  const addresses = ['/home', '/wealth', `/billDetail?loanId=${loanId}`, '/statement'];
  if (isOpen) addresses.push(`/repayment?loanId=${loanId}`, `/renew?loanId=${loanId}`);
  if (codeId) addresses.push(`/repayment?loanId=${loanId}&repaymentId=${codeId}`);
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByText(/₱/).first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    // The day close may have added entries since the first response.
    if (address === '/statement') {
      const since = await client.must(billStatement, { fromOn: null, toOn: null });
      for (const amount of amountsIn([since])) known.add(formatPesos(centavos(amount)));
    }
    // Open collapsed sections, to read them too.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('details')) part.open = true;
    });
    for (const { sum, words } of await visibleAmounts(page)) {
      const where = `${address.split('?')[0]}: ${sum} in “${words}”`;
      expect(known.has(sum) || known.has(`${sum}.00`), `${where} is in no answer`).toBe(true);
      const days = (daysOf.get(sum) ?? []).flatMap(({ on }) => [
        written(on),
        ...(on === list.today ? ['today'] : []),
      ]);
      if (days.length === 0 || !isOpen) continue;
      for (const named of beside(sum, words))
        expect(named.length === 0 || named.some((day) => days.includes(day)), where).toBe(true);
    }
  }
}

/** Yields all amounts in a response that have a day, at any depth. */
function* duesIn(answer: unknown): Generator<AmountDue> {
  if (answer === null || typeof answer !== 'object') return;
  if ('owedCentavos' in answer && 'on' in answer) yield answer as AmountDue;
  else for (const inner of Object.values(answer)) yield* duesIn(inner);
}

/**
 * Matches "today" and days, except after "from", because a plan's total is not owed on its first
 * day.
 */
const dayNames =
  /\btoday\b|(?<!from )\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/gi;

/**
 * Maximum number of characters between a day and the amount after it: "Next amount due, Wed, 9
 * Dec".
 */
const near = 24;

/**
 * For each occurrence of an amount, returns the days beside it ("today" or "8 Dec"), up to the next
 * amount.
 */
function beside(sum: string, words: string): string[][] {
  const places = [
    ...words.matchAll(new RegExp(`${RegExp.escape(sum)}(?![\\d,.]*\\d)(?!\\s*₱)`, 'g')),
  ];
  return places.map(({ index }) => {
    const before = (words.slice(0, index).split('₱').at(-1) ?? '').slice(-near);
    const [after = ''] = words.slice(index + sum.length).split('₱');
    const days = [
      ...[...before.matchAll(dayNames)].slice(-1),
      ...[...after.slice(0, ' by Wed, 30 Dec'.length).matchAll(dayNames)].slice(0, 1),
    ];
    return days.map(([day]) => (day.toLowerCase() === 'today' ? 'today' : day));
  });
}

/** Returns the absolute values of all amounts in a response, at any depth. */
function amountsIn(answer: unknown): Set<number> {
  const amounts = new Set<number>();
  const look = (inner: unknown, key = ''): void => {
    if (typeof inner === 'number' && key.endsWith('Centavos')) amounts.add(Math.abs(inner));
    if (inner !== null && typeof inner === 'object')
      for (const [name, more] of Object.entries(inner)) look(more, name);
  };
  look(answer);
  return amounts;
}

/** Returns the visible amounts, each with the smallest surrounding text that contains a day. */
async function visibleAmounts(page: Page): Promise<{ sum: string; words: string }[]> {
  return await page.evaluate(() => {
    const names =
      /\b(today|tomorrow|\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec))\b/i;
    const amounts: { sum: string; words: string }[] = [];
    const main = document.querySelector('main') ?? document.body;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let around = node.parentElement;
      if (!node.textContent?.includes('₱') || !around?.checkVisibility()) continue;
      while (around && !/\d/.test(around.innerText)) around = around.parentElement;
      const sums = around?.innerText.match(/₱[\d,]+(\.\d\d)?/g) ?? [];
      while (around && around !== main && !names.test(around.innerText))
        around = around.parentElement;
      for (const sum of sums)
        amounts.push({ sum, words: around?.innerText.replaceAll(/\s+/g, ' ') ?? '' });
    }
    return amounts;
  });
}
