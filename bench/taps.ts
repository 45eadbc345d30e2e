// How long each tap of trying, borrowing, repaying and of a hard day takes to the next paint, on a processor that is slowed down six times: by the browser's own Event Timing.
import * as os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, devices, type Page } from '@playwright/test';
import unpackBrowser, { launchOptions } from '../e2e/browser.ts';
import { personWithLine } from '../e2e/life/by-calls.ts';
import { addDays } from '../e2e/life/sandbox.ts';
import { shared } from '../e2e/places.ts';
import { openServers } from '../e2e/servers.setup.ts';
import { withUndo } from './command.ts';

const goalMs = 100;
const slowdown = 6;
const rounds = 3;
/** The least that Event Timing reports: a tap of which nothing is reported took less. */
const leastMs = 16;
const patienceMs = 60_000;
/** For so long after a touch nothing asks the page anything: questions would be answered by the thread that is measured. */
const quietMs = 700;
const phone = { ...devices['Galaxy S9+'], viewport: { width: 360, height: 740 }, deviceScaleFactor: 1 };

/** A tap: what it is called in the table, what is tapped, and what is there when the screen has answered. */
type Tap = [name: string, target: (page: Page) => ReturnType<Page['locator']>, then: (page: Page) => ReturnType<Page['locator']>];

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first();
const radio = (name: string | RegExp) => (page: Page) => page.getByRole('radio', { name }).first();
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
/** The label that covers a radio or a checkbox, which is what a finger meets. */
const labelOf = (inner: (page: Page) => ReturnType<Page['locator']>) => (page: Page) =>
  page
    .locator('label')
    .filter({ has: inner(page) })
    .first();
/** The button that goes on, once it may be pressed. */
const ready = (name: RegExp) => (page: Page) =>
  page.locator('button:not([aria-disabled="true"]):not([aria-busy="true"])').filter({ hasText: name });

/** Before there is an account. */
const tryOut: Tap[] = [['login: try a term', labelOf(radio(/^15 days/)), words('₱61,800.00')]];
const signing = 'confirm: sign';
const borrow: Tap[] = [
  ['home: choose your amount', link('Choose your amount'), ready(/^Get ₱/)],
  ['loan: more', button(/₱10,000 more/), ready(/^Get ₱70,000/)],
  ['loan: less', button(/₱10,000 less/), ready(/^Get ₱60,000/)],
  ['loan: term', labelOf(radio(/15 days/)), ready(/^Get ₱60,000/)],
  ['loan: coupon', button(/off the service fee/), button('Use none')],
  ['coupon sheet: use none', button('Use none'), ready(/^Get ₱60,000/)],
  ['loan: where to', button(/GCash/), (page) => page.getByRole('dialog')],
  ['payout sheet: close', (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }), ready(/^Get ₱60,000/)],
  ['loan: get', ready(/^Get ₱60,000/), words('Net proceeds')],
  ['confirm: have read', (page) => page.getByLabel('I have read the disclosure statement'), words('Net proceeds')],
  ['confirm: agreement', (page) => page.getByRole('checkbox', { name: /Loan Agreement/ }), words('Net proceeds')],
  [signing, ready(/^Sign and get/), words(/has arrived/)],
];
const repay: Tap[] = [
  ['tab: orders', (page) => page.getByRole('navigation').getByRole('link', { name: /^Orders/ }), link(/Loan of ₱60,000/)],
  ['orders: bill', link(/Loan of ₱60,000/), link(/^Pay ₱/)],
  // A touch on its line takes it there.
  ['bill: another day', (page) => page.getByRole('slider', { name: 'Day you pay' }), link(/^Pay ₱/)],
  ['bill: pay', link(/^Pay ₱/), radio(/^All of it/)],
  ['repay: a part', labelOf(radio(/^A part/)), (page) => page.getByLabel('Amount you pay')],
  ['repay: all of it', labelOf(radio(/^All of it/)), words('Cardless')],
  ['repay: tab', (page) => page.getByText('Cardless', { exact: true }), words('7-Eleven')],
  ['repay: channel', (page) => page.getByText('7-Eleven', { exact: true }), ready(/^Get the code/)],
  ['repay: get the code', ready(/^Get the code/), button('Copy the code')],
  ['code: copy', button('Copy the code'), button(/Cop(y|ied)/)],
];

const showCode: Tap[] = [
  ['home: show the code', link(/^Show your payment code/), (page) => page.getByRole('dialog').getByLabel(/^Code \d/)],
];
/** So long after the loan that the ways of who will be short are open. */
const nearDays = 13;
const hardDay: Tap[] = [
  ['home: I will be short', link('I will be short'), radio(/^Pay all/)],
  ['ways: plan', labelOf(radio(/^Plan/)), words('3 parts')],
  ['ways: three parts', words('3 parts'), words(/^Part 3, by /)],
];

/** Prints the median of each tap over the rounds, and whether every one is under the goal. */
export async function taps(): Promise<boolean> {
  await unpackBrowser();
  return await withUndo(async (undo) => {
    const servers = await openServers(shared);
    undo.push(() => Promise.all(servers.map((server) => server.stop())));
    const browser = await chromium.launch(launchOptions);
    undo.push(() => browser.close());
    const loads = [os.loadavg()[0] ?? 0];
    const found = new Map<string, number[]>();
    for (let round = 0; round < rounds; round++) {
      for (const [name, ms] of await oneLoan(browser, round)) found.set(name, [...(found.get(name) ?? []), ms]);
      loads.push(os.loadavg()[0] ?? 0);
    }
    const rows = [...found].map(([name, all]) => ({
      name,
      all,
      median: [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN,
    }));
    for (const { name, all, median } of rows)
      console.log(
        `${name.padEnd(28)} ${shown(median).padStart(5)} ms  ${all.map(shown).join(', ')}${median < goalMs ? '' : '  over the goal'}`,
      );
    console.log(
      `Goal: under ${goalMs} ms at ${slowdown} times slower. Load average of the machine: ${loads.map((one) => one.toFixed(1)).join(', ')}.`,
    );
    return rows.every(({ median }) => median < goalMs);
  });
}

const shown = (ms: number) => (ms === 0 ? `<${leastMs}` : String(ms));

/** What a stranger tries, then one person's loan from home to its code and to a plan, each in a browser of their own. */
async function oneLoan(browser: Browser, round: number): Promise<[string, number][]> {
  const tried = await onPhone(browser, {}, async (page) => {
    await page.goto('/login');
    await radio(/^15 days/)(page).waitFor();
    return await timesOf(page, tryOut);
  });
  const { client } = await personWithLine(shared.origin, round);
  const kept = { deviceId: client.deviceId, Token: client.token, tokenFlag: '1', passkeyOffer: '1' };
  const lent = await onPhone(browser, kept, async (page) => {
    await page.goto('/home');
    await link('Choose your amount')(page).waitFor();
    // On the first visit of all it still fetches every script, which takes the processor of a small machine from the page.
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

async function onPhone<T>(browser: Browser, kept: Record<string, string>, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ ...phone, baseURL: shared.origin });
  try {
    return await use(await openPhone(context, kept));
  } finally {
    await context.close();
  }
}

/** The time of each tap, one after the other, of a page that is there. */
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
    // Read only when the tap is over: what is done here may be done between a touch and its click.
    const seen: PerformanceObserverEntryList[] = [];
    Object.assign(window, { seenEvents: seen });
    new PerformanceObserver((list) => void seen.push(list)).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  }, kept);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  return page;
}

/** The longest event of one tap, in ms; 0 where none was long enough to be reported. */
async function timeOf(page: Page, [name, target, then]: Tap): Promise<number> {
  const one = target(page);
  // The statement is read to its end before it can be signed.
  if (name === signing) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await one.waitFor();
  await one.scrollIntoViewIfNeeded();
  const box = await one.boundingBox();
  if (!box) throw new Error(`${name}: it has no place on the screen.`);
  await page.evaluate(() => void (window as unknown as Seen).seenEvents.splice(0));
  await still(page);
  // Only a touch: `tap` would look again, in the page and within the interaction, whether it is met.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await pause(quietMs);
  await then(page).waitFor();
  await still(page);
  return await page.evaluate(() => {
    const events = (window as unknown as Seen).seenEvents.flatMap((list) => list.getEntries() as PerformanceEventTiming[]);
    return Math.max(0, ...events.filter((event) => (event.interactionId ?? 0) > 0).map((event) => event.duration));
  });
}

type Seen = { seenEvents: PerformanceObserverEntryList[] };

/** Until the page has painted and has nothing left to do, so that no tap pays for the one before. */
async function still(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const idle = (left: number): unknown =>
          left === 0 ? done() : requestAnimationFrame(() => requestIdleCallback(() => idle(left - 1)));
        idle(4);
      }),
  );
}
