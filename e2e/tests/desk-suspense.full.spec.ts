// The desk's Money screen, by keyboard: a payment with an unknown code goes to its owner by two
// people.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { deskScreen, expectNoFaults, goToRow, openAs } from '../life/desk.ts';
import { payUnknownCode } from '../life/sandbox.ts';
import { shared } from '../places.ts';
import { expect, press, tabTo, test } from './fixture.ts';

test.use(deskScreen);

test('money in suspense goes to its owner by two people', async ({ page, clean }) => {
  const { life, loanId } = await personWithLoan(shared.origin, 441, 1391);
  const code = await payUnknownCode(page.request, { origin: shared.origin, pesos: '500' });
  const row = page
    .getByRole('list', { name: 'Money without an owner, the oldest first' })
    .getByRole('link', { name: new RegExp(code) });
  const record = page.getByRole('article', { name: 'The open payment' });
  const dialog = page.getByRole('dialog');
  const openPayment = async () => {
    await expect(page.getByRole('heading', { name: 'Money · Payouts' })).toBeVisible();
    await page.keyboard.press('2');
    // The bank reports the payment a moment later.
    await expect(async () => {
      await page.getByRole('button', { name: 'Read again' }).click();
      await expect(row).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await goToRow(page, row);
    await page.keyboard.press('Enter');
    await expect(record).toContainText('At the gateway');
  };

  await openAs(page, clean, 'fina.finance', 'Money');
  await openPayment();
  const id = new URL(page.url()).searchParams.get('open') ?? '';
  await press(page, record.getByRole('button', { name: 'Assign money to a person' }));
  await expect(record.getByRole('textbox', { name: 'Person' })).toBeFocused();
  await page.keyboard.type(life.phone.replace('+63', '0'));
  await tabTo(page, record.getByRole('textbox', { name: 'Reason' }));
  await page.keyboard.type('the receipt was seen');
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Propose' }));
  await expect(page.getByText('it is proposed; another person confirms it')).toBeVisible();
  await expect(row).toContainText('Proposed by fina.finance');
  await expectNoFaults(page);

  await openAs(page, clean, 'felix.finance', 'Money');
  await openPayment();
  await expectNoFaults(page);
  await press(page, page.getByRole('link', { name: 'Approvals', exact: true }));
  await press(page, page.getByRole('link', { name: new RegExp(`${id.slice(-8)}, ₱500\\.00`) }));
  await expect(page.getByRole('article', { name: 'The open proposal' })).toContainText(code);
  await page.keyboard.press('c');
  await tabTo(page, page.getByRole('textbox', { name: 'Reason' }));
  await page.keyboard.type('the receipt fits');
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Confirm' }));
  await expect(page.getByText('the money is booked')).toBeVisible();
  const { bill } = await life.client.must(billDetail, { loanId: loanId as never });
  expect(bill.paidCentavos).toBe(50_000);
});
