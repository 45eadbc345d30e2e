// Measures the time from each of a borrower's taps to the next paint (Event Timing), on a processor
// slowed down six times.
import * as os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, devices, type Page } from '@playwright/test';
import unpackBrowser, { launchOptions } from '../e2e/browser.ts';
import { personWithLine } from '../e2e/life/by-calls.ts';
import { addDays } from '../e2e/life/sandbox.ts';
import { shared } from '../e2e/places.ts';
import { openServers } from '../e2e/servers.setup.ts';
import { digits, median } from './load/command.ts';

const goalMs = 100;
const slowdown = 6;
const rounds = 3;
/** Event Timing reports only taps that take at least this long. */
const leastMs = 16;
const patienceMs = 60_000;
/** How long the bench leaves the page alone after a tap, because a query would delay the paint. */
const quietMs = 700;
const phone = {
  ...devices['Galaxy S9+'],
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 1,
};

/** A tap's name in the table, the element to tap, and the element that appears in response. */
type Tap = [
  name: string,
  target: (page: Page) => ReturnType<Page['locator']>,
  then: (page: Page) => ReturnType<Page['locator']>,
];

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first();
const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first();
const radio = (name: string | RegExp) => (page: Page) => page.getByRole('radio', { name }).first();
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
/** Locates the label of a radio or checkbox, because the label covers the control. */
const labelOf = (inner: (page: Page) => ReturnType<Page['locator']>) => (page: Page) =>
  page
    .locator('label')
    .filter({ has: inner(page) })
    .first();
/** Locates the main button once it is enabled. */
const ready = (name: RegExp) => (page: Page) =>
  page
    .locator('button:not([aria-disabled="true"]):not([aria-busy="true"])')
    .filter({ hasText: name });

/** Taps without an account. */
const tryOut: Tap[] = [['login: try a term', labelOf(radio(/^15 days/)), words('₱61,800.00')]];
const signing = 'confirm: sign';
const borrow: Tap[] = [
  ['home: choose your amount', link('Choose your amount'), ready(/^Continue/)],
  ['loan: more', button(/₱10,000 more/), ready(/^Continue/)],
  ['loan: less', button(/₱10,000 less/), ready(/^Continue/)],
  ['loan: term', labelOf(radio(/15 days/)), ready(/^Continue/)],
  ['loan: coupon', button(/off the service fee/), button('Don’t use one')],
  ['coupon sheet: use none', button('Don’t use one'), ready(/^Continue/)],
  ['loan: where to', button(/GCash/), (page) => page.getByRole('dialog')],
  [
    'payout sheet: close',
    (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }),
    ready(/^Continue/),
  ],
  ['loan: continue', ready(/^Continue/), words('Net proceeds')],
  [
    'confirm: have read',
    (page) => page.getByLabel('I have read the disclosure statement'),
    words('Net proceeds'),
  ],
  [
    'confirm: agreement',
    (page) => page.getByRole('checkbox', { name: /Loan Agreement/ }),
    words('Net proceeds'),
  ],
  [signing, ready(/^Sign and get/), words(/has arrived/)],
];
const repay: Tap[] = [
  [
    'tab: orders',
    (page) => page.getByRole('navigation').getByRole('link', { name: /^Orders/ }),
    link(/Loan of ₱60,000/),
  ],
  ['orders: bill', link(/Loan of ₱60,000/), link(/^Pay ₱/)],
  // A tap on the slider's track moves the thumb there.
  [
    'bill: another day',
    (page) => page.getByRole('slider', { name: 'Payment day' }),
    link(/^Pay ₱/),
  ],
  ['bill: pay', link(/^Pay ₱/), radio(/^Full amount/)],
  ['repay: part', labelOf(radio(/^Part of it/)), (page) => page.getByLabel('Amount to pay')],
  ['repay: full amount', labelOf(radio(/^Full amount/)), words('Cardless')],
  ['repay: tab', (page) => page.getByText('Cardless', { exact: true }), words('7-Eleven')],
  ['repay: channel', (page) => page.getByText('7-Eleven', { exact: true }), ready(/^Get the code/)],
  ['repay: get the code', ready(/^Get the code/), button('Copy code')],
  ['code: copy', button('Copy code'), button(/Cop(y|ied)/)],
];

const showCode: Tap[] = [
  [
    'home: show the code',
    link(/^Show your payment code/),
    (page) => page.getByRole('dialog').getByLabel(/^Code \d/),
  ],
];
/** The day of the loan on which a borrower can first report being short of money. */
const nearDays = 13;
const hardDay: Tap[] = [
  ['home: I may be short', link('I may be short of money'), radio(/^Pay in full/)],
  ['options: plan', labelOf(radio(/^Plan/)), words('3 parts')],
  ['options: three parts', words('3 parts'), words(/^Part 3, by /)],
];

/** Prints each tap's median over the rounds. @returns whether all are under the goal. */
export async function taps(): Promise<boolean> {
  await unpackBrowser();
  await using cleanup = new AsyncDisposableStack();
  const servers = await openServers(shared);
  cleanup.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  const browser = await chromium.launch(launchOptions);
  cleanup.defer(() => browser.close());
  const loadAverage = () => digits(os.loadavg()[0], 1);
  const loads = [loadAverage()];
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, ms] of await oneLoan(browser, round)) {
      times.set(name, [...(times.get(name) ?? []), ms]);
    }
    loads.push(loadAverage());
  }
  for (const [name, all] of times) {
    const verdict = median(all) < goalMs ? '' : '  over the goal';
    const middle = shown(median(all)).padStart(5);
    console.log(`${name.padEnd(28)} ${middle} ms  ${all.map(shown).join(', ')}${verdict}`);
  }
  const goal = `Goal: under ${goalMs} ms at ${slowdown} times slower.`;
  console.log(`${goal} Load average of the machine: ${loads.join(', ')}.`);
  return [...times.values()].every((all) => median(all) < goalMs);
}

const shown = (ms: number) => (ms === 0 ? `<${leastMs}` : String(ms));

/** Tries the calculator without an account; then borrows, gets a payment code and views a plan. */
async function oneLoan(browser: Browser, round: number): Promise<[string, number][]> {
  const tried = await onPhone(browser, {}, async (page) => {
    await page.goto('/login');
    await radio(/^15 days/)(page).waitFor();
    return await timesOf(page, tryOut);
  });
  const { client } = await personWithLine(shared.origin, round);
  const kept = {
    deviceId: client.deviceId,
    Token: client.token,
    tokenFlag: '1',
    passkeyOffer: '1',
  };
  const lent = await onPhone(browser, kept, async (page) => {
    await page.goto('/home');
    await link('Choose your amount')(page).waitFor();
    // On the first visit the service worker fetches every script; wait until it has finished.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    const times = await timesOf(page, borrow);
    await page.goto('/home');
    times.push(...(await timesOf(page, repay)));
    await page.goto('/home');
    times.push(...(await timesOf(page, showCode)));
    await addDays(page.request, nearDays);
    await page.goto('/home');
    return [...times, ...(await timesOf(page, hardDay))];
  });
  return [...tried, ...lent];
}

async function onPhone<T>(
  browser: Browser,
  kept: Record<string, string>,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...phone, baseURL: shared.origin });
  try {
    return await use(await openPhone(context, kept));
  } finally {
    await context.close();
  }
}

/** Measures taps one after another on a loaded page. */
async function timesOf(page: Page, taps: readonly Tap[]): Promise<[string, number][]> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const times: [string, number][] = [];
  for (const tap of taps) times.push([tap[0], await timeOf(page, tap)]);
  return times;
}

async function openPhone(context: BrowserContext, kept: Record<string, string>): Promise<Page> {
  await context.addInitScript((stored) => {
    for (const [key, text] of Object.entries(stored)) localStorage.setItem(key, text);
    // Only collect here; the entries are read after the tap.
    const seen: PerformanceObserverEntryList[] = [];
    Object.assign(window, { seenEvents: seen });
    new PerformanceObserver((list) => void seen.push(list)).observe({
      type: 'event',
      durationThreshold: 16,
    } as PerformanceObserverInit);
  }, kept);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  return page;
}

/** Returns the duration of a tap's longest event in ms, or 0 if none was reported. */
async function timeOf(page: Page, [name, target, then]: Tap): Promise<number> {
  const element = target(page);
  // The sign button is enabled only when the page is scrolled to its end.
  if (name === signing) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await element.waitFor();
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error(`${name}: the element is not visible.`);
  await page.evaluate(() => void (window as unknown as Seen).seenEvents.splice(0));
  await still(page);
  // A bare touch, because `tap` would query the page during the interaction.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await pause(quietMs);
  await then(page).waitFor();
  await still(page);
  return await page.evaluate(() => {
    const events = (window as unknown as Seen).seenEvents.flatMap(
      (list) => list.getEntries() as PerformanceEventTiming[],
    );
    return Math.max(
      0,
      ...events.filter((event) => (event.interactionId ?? 0) > 0).map((event) => event.duration),
    );
  });
}

type Seen = { seenEvents: PerformanceObserverEntryList[] };

/** Waits until the page has painted and is idle, so that the last tap does not delay the next. */
async function still(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const idle = (left: number): unknown =>
          left === 0
            ? done()
            : requestAnimationFrame(() => requestIdleCallback(() => idle(left - 1)));
        idle(4);
      }),
  );
}
