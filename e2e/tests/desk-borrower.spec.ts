// Two screens of the desk, by keyboard: two people change a setting, and support answers the five
// most frequent calls from one screen.
import type { Page } from '@playwright/test';
import { deskPaths } from '@sandali/contract/desk.ts';
import { dataQuery } from '@sandali/contract/privacy.ts';
import { refundQuery } from '@sandali/contract/refund.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import type { Life } from '@sandali/server/sandbox/life.ts';
import { brokenRules, loadAxe } from '../gallery/faults.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { payAtKiosk } from '../life/repay.ts';
import { shared } from '../places.ts';
import { expect, press, tabTo, test } from './fixture.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

const deskAt = (path: string) => `http://localhost:${shared.at.opsPort}${deskPaths.page}${path}`;

/** Signs in as an invented member of staff, and opens a screen from the menu. */
async function openAs(page: Page, clean: string[], name: string, screen: string): Promise<void> {
  await page.goto(deskAt(''));
  await press(page, page.getByRole('button', { name: new RegExp(name.replace('.', '\\.')) }));
  await press(page, page.getByRole('link', { name: screen }));
  // The page asks for its session first, and has none.
  expect(clean.splice(0)).toEqual([expect.stringContaining('401')]);
}

async function expectNoFaults(page: Page): Promise<void> {
  await loadAxe(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await brokenRules(page)).toEqual([]);
  }
}

/** Notes the commands that the page sends. */
function commandsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(deskPaths.commands))
      sent.push(pathname.slice(deskPaths.commands.length + 1).replaceAll('/', ' '));
  });
  return sent;
}

/** Proposes a change of a setting by the desk's call, as the form does. */
async function propose(page: Page, input: { name: string; text: string }): Promise<void> {
  const status = await page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${path}`, { method: 'POST', headers, body: `${body}` })).status;
    },
    [
      `${deskPaths.commands}/config/set`,
      JSON.stringify({ input, reason: 'the new call centre' }),
    ] as const,
  );
  expect(status).toBe(200);
}

test('two people change a guarded setting', async ({ page, clean }) => {
  const proposed = `(02) 5550 0${Math.trunc(Math.random() * 900 + 100)}`;
  await openAs(page, clean, 'mina.manager', 'Approvals');
  await propose(page, { name: 'telephone', text: proposed });
  await page.reload();

  const row = page
    .getByRole('list', { name: 'Proposals, the oldest first' })
    .getByRole('link', { name: /telephone/ });
  const view = page.getByRole('article', { name: 'The open proposal' });
  await press(page, row);
  await expect(view).toContainText('You proposed this');
  await expect(view.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(view.getByLabel('Reason')).toHaveCount(0);

  await page.context().clearCookies();
  await openAs(page, clean, 'marco.manager', 'Approvals');
  await expect(row).toBeVisible();
  await expectNoFaults(page);
  while (!(await row.evaluate((link) => link === document.activeElement)))
    await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(view.getByRole('heading', { name: 'Confirm a setting' })).toBeFocused();
  await expect(view.locator('mark')).toHaveText(proposed);
  await expect(view).toContainText('the new call centre');
  await page.keyboard.press('c');
  const confirm = async () => {
    await page.keyboard.type('called the new number');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(proposed);
    await expectNoFaults(page);
    await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).press('Enter');
  };
  await expect(view.getByLabel('Reason')).toBeFocused();
  await confirm();

  // The server asks for a look first, and the way back returns to the proposal.
  await expect(view.getByRole('alert')).toContainText('Look at its current state first');
  expect(clean.splice(0)).toEqual([expect.stringContaining('422')]);
  await expectNoFaults(page);
  await press(page, view.getByRole('button', { name: 'Show a proposed setting' }));
  await press(page, page.getByRole('button', { name: 'Show', exact: true }));
  await expect(page.getByRole('region', { name: 'Result' })).toContainText(proposed);
  await page.goBack();
  await expect(view.getByRole('heading', { name: 'Confirm a setting' })).toBeFocused();
  await page.keyboard.press('c');
  await expect(view.getByLabel('Reason')).toBeFocused();
  await confirm();
  await expect(page.getByText(/telephone is now/)).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Confirm the open proposal');
});

/** Pays a loan twice with the borrower's permanent code. */
async function payTwice(page: Page, { client }: Life, loanId: string): Promise<void> {
  const { repaymentId } = await client.must(repaymentApply, {
    loanId: loanId as never,
    channel: 'cliqqLifelong',
    amountCentavos: 6_100_000 as never,
  });
  let code = '';
  await expect
    .poll(async () => {
      const status = await client.must(repaymentStatus, { repaymentId });
      code = status.code ?? '';
      return code;
    })
    .not.toBe('');
  for (const _ of ['first', 'second']) await payAtKiosk(page, code, '61,000');
  await expect
    .poll(async () => (await client.must(refundQuery, {})).refundableCentavos)
    .toBeGreaterThan(6_100_000);
}

test('support answers five calls from one screen', async ({ page, clean }) => {
  const { life, loanId } = await personWithLoan(shared.origin, 352, 1352);
  await payTwice(page, life, loanId);
  await openAs(page, clean, 'sol.support', 'Borrowers');
  const sent = commandsOf(page);
  const main = page.getByRole('main');
  const find = async (text: string) => {
    await expect(page.getByLabel('Who calls')).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('grid').getByRole('row').nth(1));
    await expect(page.getByLabel('Reason')).toBeFocused();
    await page.keyboard.press('Enter');
  };
  const card = (name: string) => main.getByRole('region', { name });

  // Why can I not borrow? Where is my money?
  await find('Lito Huli');
  await expect(card('Can borrow')).toContainText('You have an overdue bill.');
  await expect(card('Owes')).toContainText('days overdue');
  await expect(card('Owes')).toContainText('Late charge');
  await expect(card('Where the money is')).toContainText(/Paid 20\d\d-/);
  await expectNoFaults(page);

  // I paid twice.
  await page.goto(deskAt('/people'));
  await find(life.phone.replace('+63', '0'));
  await expect(card('Paid beyond what was owed')).toContainText('₱61,000');
  await tabTo(page, page.getByRole('radio', { name: 'All' }));
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(card('Timeline')).toContainText('more than was owed');
  await expectNoFaults(page);
  expect(page.url()).toMatch(/\/desk\/person\/[0-9a-f-]{36}$/);
  const looks = (await life.client.must(dataQuery, {})).looks.map(
    ({ act, reason }) => `${act}: ${reason}`,
  );
  expect(looks.toSorted()).toEqual([
    'person standing: The person called',
    'person timeline: The person called',
    'person timeline: The person called',
  ]);

  // A reload asks again before it looks.
  sent.splice(0);
  await page.reload();
  await expect(page.getByLabel('Reason')).toBeFocused();
  expect(sent).toEqual([]);
  await page.keyboard.press('Enter');

  // I lost my phone. My name is wrong.
  await expect(card('Access')).toContainText('Open sessions');
  const person = page.url().split('/').at(-1) ?? '';
  for (const act of ['End sessions', 'Correct a person’s data']) {
    await press(page, page.getByRole('button', { name: 'Act' }));
    await page.getByRole('menuitem', { name: act }).first().press('Enter');
    await expect(page.getByLabel('Person')).toHaveValue(person);
    await page.goBack();
    await page.keyboard.press('Enter');
    await expect(card('Access')).toBeVisible();
  }
});
