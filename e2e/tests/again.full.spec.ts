import { billDetail } from '@sandali/contract/billDetail.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { loanAgain } from '@sandali/contract/loan.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { askCode, until } from '@sandali/server/sandbox/life.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { payAtKiosk } from '../life/repay.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { expect, test } from './fixture.ts';

test('home offers the last loan again with its price and due date', async ({ page }) => {
  const { life, loanId } = await personWithLoan(shared.origin, 382, 1332, { termDays: 8 });
  const detail = () => life.client.must(billDetail, { loanId: loanId as LoanId });
  const { code } = await askCode(life, loanId, (await detail()).bill.currentDue.owedCentavos);
  await payAtKiosk(page, code);
  await until('the repayment', async () => (await detail()).bill.state === 'repaid');
  await openLoggedIn(page, life);
  const same = page.getByRole('button', { name: /^Same as last time: ₱60,000/ });
  const shown = /(GCash ••\d{4}) · 8 days · you repay (₱[\d,.]+) on (.+)/.exec(
    (await same.innerText()).replaceAll('\u00a0', ' '),
  );
  const [, account = '', repay = '', day = ''] = shown ?? [];
  const again = await life.client.must(loanAgain, {});
  expect(repay).toBe(again && formatPesos(again.repayCentavos));
  await same.click();
  await expect(page).toHaveURL(/\/loanConfirm/);
  await expect(page.getByText(account).first()).toBeVisible();
  await expect(page.getByText(repay).first()).toBeVisible();
  await expect(page.getByText(day).first()).toBeVisible();
});
