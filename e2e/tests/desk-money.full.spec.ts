// Money that stands still, at the desk by keyboard: two people of finance settle it, and the
// borrower's papers and the books agree.
import type { Browser, Locator, Page } from '@playwright/test';
import { billStatement } from '@sandali/contract/accountStatement.ts';
import { documentList } from '@sandali/contract/document.ts';
import { loanDetail } from '@sandali/contract/loan.ts';
import { dataQuery } from '@sandali/contract/privacy.ts';
import { refundApply, refundQuery } from '@sandali/contract/refund.ts';
import { applyUntilApproved } from '@sandali/server/sandbox/credit-life.ts';
import { addWallet, type Life, takeLoan, until } from '@sandali/server/sandbox/life.ts';
import { newPerson } from '../life/account.ts';
import { addBankAccount, personWithLoan, signUpPerson } from '../life/by-calls.ts';
import {
  countWork,
  expectNoFaults,
  expectNoSession,
  secondBrowser,
  signInAsNew,
} from '../life/desk.ts';
import { confirmProposal, openWaiting, send } from '../life/desk-acts.ts';
import { setConfig } from '../life/ops.ts';
import { payTwice } from '../life/repay.ts';
import { addDays, advanceToTen, brokenBooks, sandboxNow } from '../life/sandbox.ts';
import { turns } from '../places.ts';
import { atLength, expect, press, tabTo, test } from './fixture.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

test.afterEach(() => setConfig('sandboxRails', 'false'));

/** Signs two people of finance in, whose keys may decide together from now on. */
async function twoOfFinance(page: Page, clean: string[], browser: Browser) {
  const nth = Date.now() % 1_000_000;
  const [faye, fred] = [`faye.${nth}`, `fred.${nth}`];
  const other = await secondBrowser(browser);
  await signInAsNew(page, faye, 'finance');
  await signInAsNew(other, fred, 'finance', { proposer: 'third' });
  expectNoSession(clean);
  await addDays(page.request, 1);
  return { other, names: { faye, fred } };
}

/** Signs a person up whose wallet has these last four digits, by which the bank behaves. */
async function personWithWallet(nth: number, lastFour: string) {
  const person = { ...newPerson(nth), phone: `917 555 ${lastFour}` };
  const life = await signUpPerson(turns.origin, person, 950 + nth);
  await applyUntilApproved(life);
  return { life, accountId: await addWallet(life) };
}

/** Opens the first row of a list, and looks at it with the usual reason. */
async function lookAtFirst(page: Page): Promise<void> {
  const view = page.getByRole('article');
  await expect(page.locator('.ld-row').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(view.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(view.getByRole('button', { name: 'Resolve a payout' })).toBeVisible();
}

const looksOf = async ({ client }: Life) =>
  (await client.must(dataQuery, {})).looks.map(({ act, reason }) => `${act}: ${reason}`);

const entriesOf = (page: Page) =>
  page.getByRole('list', { name: 'Entries, the newest first' }).getByRole('link');

/** Opens the first row of a list again, and from it the entries about it. */
async function openEntries(page: Page): Promise<void> {
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await press(page, page.getByRole('article').getByRole('link', { name: 'Its entries' }));
  await expect(entriesOf(page)).toHaveCount(1);
}

/** Reads the entries again until there are `count`, opens the newest, and returns its story. */
async function newestStory(page: Page, count: number): Promise<Locator> {
  await press(page, page.getByRole('button', { name: 'Read again' }));
  await expect(entriesOf(page)).toHaveCount(count);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  return page.getByRole('article', { name: 'The entry' });
}

test(
  'two people settle a payout that the bank paid after it had failed',
  atLength,
  async ({ page, browser, clean }) => {
    const { other, names } = await twoOfFinance(page, clean, browser);
    // The bank fails payouts to numbers with this ending, and pays them an hour later.
    const { life, accountId } = await personWithWallet(391, '0013');
    const { loanId } = await takeLoan(life, accountId);
    const loan = () => life.client.must(loanDetail, { loanId });
    await until('the failure', async () => (await loan()).state === 'failed');
    await addDays(page.request, 1);

    const { during, print } = await countWork(page, other);
    const view = page.getByRole('article', { name: 'The open payout' });
    const story = await during(async () => {
      await openWaiting(page, /Payouts that are stuck/);
      await lookAtFirst(page);
      await expect(view).toContainText('The gateway contradicts itself: paid after it had ended.');
      await press(page, view.getByRole('button', { name: 'Resolve a payout' }));
      await page.keyboard.press('r');
      await send(page, 'credit advice of the bank, letter 41', 'Propose');
      await expect(page.getByText(`Proposed by ${names.faye}`)).toBeVisible();
      await openEntries(page);
      await expect(entriesOf(page)).toHaveText(/Payout contested/);
      await confirmProposal(other, 'Show a payout', 'the credit advice fits');
      return await newestStory(page, 2);
    });
    await expect(story).toContainText('Payout contested returned');
    await expect(story).toContainText(`Proposed by ${names.faye}, confirmed by ${names.fred}.`);
    await expectNoFaults(page);
    await expectNoFaults(other);
    print('a payout that the bank contradicts: understood, settled, read in the books');

    // The borrower was told once that nothing is owed, and reads who looked and why.
    expect(await loan()).toMatchObject({ state: 'failed', failure: 'accountNotFound' });
    const { lines, owedCentavos } = await life.client.must(billStatement, {});
    expect({ lines, owedCentavos }).toEqual({ lines: [], owedCentavos: 0 });
    expect(await looksOf(life)).toEqual([
      'payout resolve: the credit advice fits',
      'payout show: the credit advice fits',
      'payout resolve: credit advice of the bank, letter 41',
      'payout show: Looks at what keeps the payout',
    ]);
    expect(await brokenBooks(page.request)).toEqual([]);
    await other.context().close();
  },
);

test(
  'two people settle a refund that the bank holds past its day',
  atLength,
  async ({ page, browser, clean }) => {
    const { other, names } = await twoOfFinance(page, clean, browser);
    const { life, loanId } = await personWithLoan(turns.origin, 392, 1342);
    const { client } = life;
    await payTwice(page, life, loanId);
    // The bank pays to numbers with this ending two days late.
    const accountId = await addBankAccount(life, '001234560012');
    await setConfig('sandboxRails', 'true');
    const { refundableCentavos } = await client.must(refundQuery, {});
    // A refund of this size goes by PESONet, which arrives on the day of a morning's order if banks
    // work on that day.
    const arrival = async () => {
      const { accounts } = await client.must(refundQuery, {});
      return accounts.find((account) => account.accountId === accountId)?.ways.at(-1)?.arrival;
    };
    do {
      await addDays(page.request, 1);
      await advanceToTen(page.request);
    } while ((await arrival())?.how !== 'today');
    const { refundId } = await client.must(refundApply, {
      accountId,
      amountCentavos: refundableCentavos,
      password: life.password,
    });
    const today = (await sandboxNow(page.request)).slice(0, 10);
    await addDays(page.request, 1);

    const { during, print } = await countWork(page, other);
    const view = page.getByRole('article', { name: 'The open refund' });
    const story = await during(async () => {
      await openWaiting(page, /Payouts that are stuck/);
      await expect(page.getByRole('heading', { name: 'Money · Payouts' })).toBeVisible();
      await page.keyboard.press('3');
      await expect(page.getByRole('heading', { name: 'Money · Refunds' })).toBeVisible();
      await lookAtFirst(page);
      await expect(view).toContainText(`with the gateway, should have arrived on ${today}`);
      await press(page, view.getByRole('button', { name: 'Resolve a payout' }));
      await page.keyboard.press('p');
      await tabTo(page, view.getByLabel('At'));
      const [year = '', month = '', day = ''] = today.split('-');
      await page.keyboard.type(`${month}${day}${year}`);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('0430PM');
      await send(page, 'line 41 of the settlement report', 'Propose');
      await openEntries(page);
      await confirmProposal(other, 'Show a payout', 'line 41 is this refund');
      return await newestStory(page, 2);
    });
    await expect(story).toContainText('Refund paid');
    await expect(story).toContainText('resolved by two people');
    await expect(story).toContainText(`Proposed by ${names.faye}, confirmed by ${names.fred}.`);
    await expectNoFaults(page);
    print('a refund that the bank holds: found, settled, read in the books');

    const { refund } = await client.must(refundQuery, {});
    expect(refund).toMatchObject({
      state: 'paid',
      amountCentavos: refundableCentavos,
      endedAt: `${today}T08:30:00.000Z`,
    });
    const { others } = await client.must(documentList, {});
    expect(others.find(({ kind }) => kind === 'refund')).toMatchObject({
      itemId: refundId,
      on: today,
      amountCentavos: refundableCentavos,
    });
    // The bank pays it after all, and nothing changes.
    await addDays(page.request, 2);
    await press(page, page.getByRole('link', { name: 'Payouts', exact: true }));
    await expect(page.getByRole('heading', { name: 'Every payout is on its way' })).toBeVisible();
    expect(await brokenBooks(page.request)).toEqual([]);
    await other.context().close();
  },
);
