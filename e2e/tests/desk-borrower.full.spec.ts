// The borrower screen of the desk, by keyboard: support answers the five most frequent calls.
import { dataQuery } from '@sandali/contract/privacy.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { commandsOf, deskAt, deskScreen, expectNoFaults, openAs } from '../life/desk.ts';
import { payTwice } from '../life/repay.ts';
import { shared } from '../places.ts';
import { expect, press, tabTo, test } from './fixture.ts';

test.use(deskScreen);

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
