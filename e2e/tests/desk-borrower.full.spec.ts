// The borrower screen of the desk, by keyboard: support answers the five most frequent calls.
import type { Page } from '@playwright/test';
import { dataQuery } from '@sandali/contract/privacy.ts';
import { refundQuery } from '@sandali/contract/refund.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import type { Life } from '@sandali/server/sandbox/life.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { commandsOf, deskAt, deskScreen, expectNoFaults, openAs } from '../life/desk.ts';
import { payAtKiosk } from '../life/repay.ts';
import { shared } from '../places.ts';
import { expect, press, tabTo, test } from './fixture.ts';

test.use(deskScreen);

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
  await page.goto(deskAt('/people', shared));
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
