// Loans read in the browser: every ₱ on every screen of a bill comes from an answer, what is owed
// is shown with its day, and a payment of the amount on home, on the day that it names, closes the
// loan.
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
import { loggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

const loans = 20;
const lastDay = 24;

type Somebody = {
  life: Life;
  loanId: string;
  nth: number;
  codeId: string | null;
  plan: { sum: string; on: Day } | null;
  isClosed: boolean;
};

test(
  'of twenty loans no screen shows an amount owed beside a day for which it is wrong',
  atLength,
  async ({ browser, request, baseURL }) => {
    test.setTimeout(60_000 + 40_000 * loans);
    const people: Somebody[] = [];
    for (let nth = 0; nth < loans; nth += 1) {
      const made = await personWithLoan(turns.origin, 500 + nth, 1600 + nth, {
        termDays: nth % 2 === 0 ? 15 : 8,
      });
      people.push({ ...made, nth, codeId: null, plan: null, isClosed: false });
    }
    for (let day = 0; day <= lastDay && people.some((one) => !one.isClosed); day += 1) {
      for (const one of people) {
        const { today } = await one.life.client.must(billList, {});
        if (one.isClosed || (one.plan?.on !== today && (day + one.nth) % 4 !== 0)) continue;
        const context = await browser.newContext({
          viewport: { width: 360, height: 740 },
          reducedMotion: 'reduce',
          baseURL: String(baseURL),
        });
        try {
          await visit(await context.newPage(), one, day);
        } finally {
          await context.close();
        }
      }
      await addDays(request, 1);
    }
    expect(people.filter((one) => !one.isClosed).map(({ nth }) => nth)).toEqual([]);
    expect(await brokenBooks(request)).toEqual([]);
  },
);

/**
 * Reads all screens, and pays what home said for this day, or a part, or plans to do what home
 * says.
 */
async function visit(page: Page, one: Somebody, day: number): Promise<void> {
  const { life, loanId } = one;
  await loggedIn(page, life);
  const { today, bill } = await life.client.must(billDetail, { loanId });
  await readScreens(page, one);
  if (one.plan?.on === today) {
    await pay(page, one, centavos(Number(one.plan.sum.replaceAll(/[₱,.]/g, ''))));
    await page.goto(`/billDetail?loanId=${loanId}`);
    await expect(page.getByText('Repaid', { exact: false }).first()).toBeVisible();
    const { state } = (await life.client.must(billDetail, { loanId })).bill;
    expect({ nth: one.nth, state }).toEqual({ nth: one.nth, state: 'repaid' });
    one.isClosed = true;
  } else if (
    !one.plan &&
    day < 12 &&
    (one.nth + day) % 3 === 0 &&
    bill.currentDue.owedCentavos > 2_000_000
  ) {
    await pay(page, one, centavos(500_000 + 12_345 * one.nth));
    await readScreens(page, one);
  } else if (!one.plan) {
    one.plan = await saidAtHome(page, today);
    if (one.plan.on === today) await visit(page, one, day);
  }
}

async function pay(page: Page, one: Somebody, amountCentavos: Centavos): Promise<void> {
  const { repaymentId, code } = await askCode(one.life, one.loanId, amountCentavos);
  const answer = await page.request.post('/sandbox/api/pay', { data: { code } });
  expect(answer.ok(), await answer.text()).toBe(true);
  one.codeId = repaymentId;
  const paid = async () =>
    (await one.life.client.must(billDetail, { loanId: one.loanId })).events.filter(
      ({ kind }) => kind === 'payment',
    );
  await expect
    .poll(async () => (await paid()).some((event) => event.amountCentavos === amountCentavos))
    .toBe(true);
}

/**
 * "₱61,800.00", "Tue, 8 Dec · in 15 days": what home leads with, of a bill that is late what is
 * owed today.
 */
async function saidAtHome(page: Page, today: Day): Promise<{ sum: string; on: Day }> {
  await page.goto('/home');
  await expect(page.getByText(/₱/).first()).toBeVisible();
  const [lead] = (await spoken(page)).filter(({ words }) =>
    /₱[\d,]+\.\d\d\s+(to repay today|\w{3}, \d+ \w{3})/.test(words),
  );
  const [, sum = '', , date] =
    /(₱[\d,]+\.\d\d)\s+(to repay today|\w{3}, (\d+ \w{3}))/.exec(lead?.words ?? '') ?? [];
  expect(sum, 'home leads with a sum and its day').toMatch(/^₱/);
  if (!date) return { sum, on: today };
  const on = Array.from({ length: 40 }, (_, days) => daysAfter(today, days)).find(
    (one) => written(one) === date,
  );
  if (!on) throw new Error(`${date} is no day of the next forty`);
  return { sum, on };
}

const written = (day: Day) =>
  Temporal.PlainDate.from(day).toLocaleString('en-GB', { day: 'numeric', month: 'short' });

/** Opens every screen of a bill and looks at every amount. */
async function readScreens(page: Page, { life, loanId, codeId }: Somebody): Promise<void> {
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
  // A late bill says what it is tomorrow.
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
    // The books of the days that were turned over may have been closed since: the page shows what
    // they said at some time between.
    if (address === '/statement') {
      const since = await client.must(billStatement, { fromOn: null, toOn: null });
      for (const amount of amountsIn([since])) known.add(formatPesos(centavos(amount)));
    }
    // What is folded is read too.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('details')) part.open = true;
    });
    for (const { sum, words } of await spoken(page)) {
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

/** Every amount with its day in an answer, however deep. */
function* duesIn(answer: unknown): Generator<AmountDue> {
  if (answer === null || typeof answer !== 'object') return;
  if ('owedCentavos' in answer && 'on' in answer) yield answer as AmountDue;
  else for (const inner of Object.values(answer)) yield* duesIn(inner);
}

/** A day after "from" is that of the first part of a plan, whose sum is owed on no single day. */
const dayNames =
  /\btoday\b|(?<!from )\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/gi;

/** Letters before a sum in which its day is named: "Next due amount, Wed, 9 Dec". */
const near = 24;

/**
 * The days next to a sum, "today" or "8 Dec", before and after it and up to the next sum; for each
 * occurrence of the sum.
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

/**
 * Every amount of an answer, at any depth, with differences that screens show (what a part leaves,
 * what was saved) as in the answers.
 */
function amountsIn(answer: unknown): Set<number> {
  const found = new Set<number>();
  const look = (inner: unknown, key = ''): void => {
    if (typeof inner === 'number' && key.endsWith('Centavos')) found.add(Math.abs(inner));
    if (inner !== null && typeof inner === 'object')
      for (const [name, more] of Object.entries(inner)) look(more, name);
  };
  look(answer);
  return found;
}

/** Every ₱ that can be read, with the words around it up to the nearest that name a day. */
async function spoken(page: Page): Promise<{ sum: string; words: string }[]> {
  return await page.evaluate(() => {
    const names =
      /\b(today|tomorrow|\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec))\b/i;
    const found: { sum: string; words: string }[] = [];
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
        found.push({ sum, words: around?.innerText.replaceAll(/\s+/g, ' ') ?? '' });
    }
    return found;
  });
}
