// A collector's week: two borrowers promise to pay; one keeps the promise and one breaks it.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { daysBetween } from '@sandali/contract/day.ts';
import { askCode, until } from '@sandali/server/sandbox/life.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { deskAt, deskScreen, expectNoSession, signInAsNew } from '../life/desk.ts';
import { payAtKiosk } from '../life/repay.ts';
import { addDays, advanceToTen } from '../life/sandbox.ts';
import { turns } from '../places.ts';
import { atLength, expect, press, test } from './fixture.ts';

test.use(deskScreen);

test('a promise that is broken returns to the call list', atLength, async ({ page, clean }) => {
  const kept = await personWithLoan(turns.origin, 387, 1337, { termDays: 8 });
  const broken = await personWithLoan(turns.origin, 388, 1338, { termDays: 8 });
  const detail = ({ life, loanId }: typeof kept) =>
    life.client.must(billDetail, { loanId: loanId as never });
  const row = ({ loanId }: typeof kept) => page.locator(`a[href*="${loanId}"]`);
  const view = page.getByRole('article', { name: 'The open bill' });
  await advanceToTen(page.request);
  await addDays(page.request, 13);
  await signInAsNew(page, `carl.${Date.now() % 1_000_000}`, 'collector');
  expectNoSession(clean);

  for (const person of [kept, broken]) {
    await page.goto(deskAt('/collections'));
    await press(page, row(person));
    await expect(view.getByLabel('Reason')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(view.getByRole('heading', { name: 'Owed' })).toBeVisible();
    await page.keyboard.press('c');
    await expect(view.getByRole('heading', { name: /^Call 0/ })).toBeFocused();
    await page.keyboard.press('2');
    await press(page, view.getByRole('button', { name: 'In 2 parts' }), 'Space');
    await view.getByLabel('Note').press('Enter');
    await expect(view.getByText(/^Logged: promised to pay\. Promised: /)).toBeFocused();
  }

  // Only the first borrower pays the first part by its day.
  const { promise } = (await detail(kept)).granted;
  const [first] = promise?.parts ?? [];
  if (!promise || !first) throw new Error('the promise was not recorded');
  const { code } = await askCode(kept.life, kept.loanId, first.amountCentavos);
  await payAtKiosk(page, code);
  await until('the payment', async () => (await detail(kept)).bill.paidCentavos > 0);
  await addDays(page.request, daysBetween(promise.madeOn, first.on) + 1);
  await page.goto(deskAt('/collections?bucket=brokenToday'));
  await expect(row(broken)).toBeVisible();
  await expect(row(kept)).toHaveCount(0);
  expect((await detail(broken)).granted.promise).toMatchObject({ isKept: false });
  expect((await detail(kept)).granted.promise).toMatchObject({ isKept: true });
});
