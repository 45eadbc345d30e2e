// `npm run screens:desk`: starts a sandbox, signs in as its invented staff, and takes the
// pictures of the desk in docs/screens/desk.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { complaintCreate } from '@sandali/contract/cases.ts';
import { deskPaths } from '@sandali/contract/desk.ts';
import sharp from 'sharp';
import unpackBrowser, { launchOptions } from '../e2e/browser.ts';
import { newPerson } from '../e2e/life/account.ts';
import { applicants } from '../e2e/life/applicants.ts';
import { signUpPerson } from '../e2e/life/by-calls.ts';
import { payUnknownCode } from '../e2e/life/sandbox.ts';
import { shared } from '../e2e/places.ts';
import { openServers } from '../e2e/servers.setup.ts';

const docs = path.join(import.meta.dirname, '../docs/screens/desk');
const look = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

type Shot = {
  name: string;
  /** The invented member of staff. */
  staff: string;
  /** The screen's name in the menu; the first page by default. */
  screen?: string;
  /** Leads from the screen to what the picture shows. */
  steps?: (page: Page) => Promise<unknown>;
  /** What must be visible. */
  shows: (page: Page) => Locator;
};

const firstRow = (page: Page) => page.locator('main li a[href*="open="]').first();
/** Opens the first row of a list, and gives the usual reason for the look. */
const lookAtFirst = async (page: Page) => {
  await firstRow(page).click();
  await page.getByRole('article').getByLabel('Reason').press('Enter');
};

const shots: readonly Shot[] = [
  {
    name: 'review',
    staff: 'rita.reviewer',
    screen: 'Review applications',
    shows: (page) => page.getByRole('grid').getByRole('row').nth(1),
  },
  {
    name: 'case',
    staff: 'rita.reviewer',
    screen: 'Review applications',
    async steps(page) {
      await page.getByRole('grid').getByRole('row').nth(1).waitFor();
      await page.keyboard.press('n');
      await page.getByLabel('Reason').press('Enter');
    },
    shows: (page) => page.locator('canvas').nth(1),
  },
  {
    name: 'borrower',
    staff: 'sol.support',
    screen: 'Borrowers',
    async steps(page) {
      await page.getByLabel('Who calls').fill('Lito Huli');
      await page.getByLabel('Who calls').press('Enter');
      await page.getByRole('grid').getByRole('row').nth(1).press('Enter');
      await page.getByLabel('Reason').press('Enter');
    },
    shows: (page) => page.getByRole('region', { name: 'Can borrow' }),
  },
  {
    name: 'cases',
    staff: 'coco.compliance',
    screen: 'Cases',
    async steps(page) {
      await page.getByRole('link', { name: 'Complaints', exact: true }).click();
      await lookAtFirst(page);
    },
    shows: (page) => page.getByRole('list', { name: 'Conversation' }),
  },
  {
    name: 'collections',
    staff: 'cora.collector',
    screen: 'Collections',
    steps: lookAtFirst,
    shows: (page) => page.getByRole('article').getByRole('heading', { name: 'Owed' }),
  },
  {
    name: 'money',
    staff: 'fina.finance',
    screen: 'Money',
    async steps(page) {
      await page.getByRole('heading', { name: 'Money · Payouts' }).waitFor();
      await page.keyboard.press('2');
      await firstRow(page).click();
    },
    shows: (page) => page.getByRole('article').getByText('At the gateway'),
  },
  {
    name: 'settings',
    staff: 'mina.manager',
    screen: 'Settings',
    async steps(page) {
      const list = page.getByRole('list', { name: 'Contact and links' });
      await list.getByRole('link', { name: /Telephone/ }).click();
      await page.getByRole('button', { name: 'Change' }).click();
      await page.getByRole('textbox', { name: 'Value' }).fill('(02) 5550 0123');
    },
    shows: (page) =>
      page.getByRole('region', { name: 'As borrowers read it' }).getByText('5550 0123').first(),
  },
  {
    name: 'approvals',
    staff: 'marco.manager',
    screen: 'Approvals',
    steps: (page) => firstRow(page).click(),
    shows: (page) => page.getByRole('article').locator('mark').first(),
  },
  {
    name: 'reports',
    staff: 'mina.manager',
    screen: 'Reports',
    shows: (page) => page.locator('.rp-table').first(),
  },
  {
    name: 'staff',
    staff: 'ana.engineer',
    screen: 'Staff',
    steps: (page) => firstRow(page).click(),
    shows: (page) => page.getByRole('article'),
  },
  {
    name: 'today',
    staff: 'rita.reviewer',
    shows: (page) => page.locator('.to-link').first(),
  },
];

const address = () => `http://localhost:${shared.at.opsPort}${deskPaths.page}`;

/** Opens the desk in a page of its own, and signs in. */
async function signIn(browser: Browser, staff: string): Promise<Page> {
  const page = await browser.newPage(look);
  page.on('pageerror', (error) => console.error(error));
  await page.goto(address());
  await page.getByRole('button', { name: new RegExp(staff.replace('.', '\\.')) }).click();
  await page.getByRole('navigation', { name: 'Commands' }).waitFor();
  return page;
}

async function take(browser: Browser, { name, staff, screen, steps, shows }: Shot): Promise<void> {
  const page = await signIn(browser, staff);
  if (screen) await page.getByRole('link', { name: screen, exact: true }).first().click();
  await steps?.(page);
  await shows(page).waitFor();
  await save(page, name);
  await page.close();
}

/** Saves what the window shows, with few colours, so that the repository stays small. */
async function save(page: Page, name: string): Promise<void> {
  const shown = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(shown)
    .png({ palette: true, quality: 80, effort: 10, dither: 0 })
    .toFile(path.join(docs, `${name}.png`));
}

/** Makes what the pictures show: an applicant, a complaint, money in suspense and a proposal. */
async function prepare(browser: Browser): Promise<void> {
  await applicants(shared, 290, 1);
  const { client } = await signUpPerson(shared.origin, newPerson(484), 1434);
  await client.must(complaintCreate, {
    kind: 'charges',
    loanId: null,
    payment: null,
    words: 'Why was a late charge added? I paid on the last free day.',
  });
  const page = await signIn(browser, 'mina.manager');
  await payUnknownCode(page.request, { origin: shared.origin, pesos: '500' });
  await page.evaluate(
    async ([to, input]) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ input, reason: 'the new call centre' });
      await fetch(to, { method: 'POST', headers, body });
    },
    [`${deskPaths.commands}/config/set`, { name: 'telephone', text: '(02) 5550 0123' }] as const,
  );
  await page.close();
}

await unpackBrowser();
const only = process.argv.slice(2);
const wanted = shots.filter(({ name }) => only.length === 0 || only.includes(name));
fs.mkdirSync(docs, { recursive: true });
const servers = await openServers(shared);
const browser = await chromium.launch(launchOptions);
try {
  await prepare(browser);
  const page = await browser.newPage(look);
  await page.goto(address());
  await page.getByRole('button', { name: /rita\.reviewer/ }).waitFor();
  await save(page, 'sign-in');
  for (const shot of wanted) await take(browser, shot);
  console.log(`${wanted.length + 1} pictures in ${path.relative(process.cwd(), docs)}`);
} finally {
  await browser.close();
  await Promise.all(servers.map((server) => server.stop()));
}
