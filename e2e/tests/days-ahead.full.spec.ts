// The slider that shows how much a bill will owe on a future day.
import { billDetail } from '@sandali/contract/billDetail.ts';
import { addDays as daysAfter } from '@sandali/contract/day.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { daySlider, daySliderText } from '../life/repay.ts';
import { addDays } from '../life/sandbox.ts';
import { openLoggedIn } from '../life/session.ts';
import { turns } from '../places.ts';
import { expect, tabTo, test } from './fixture.ts';

test('the payment-day slider shows what the borrower will owe on the selected day', async ({
  page,
}) => {
  const { life, loanId } = await personWithLoan(turns.origin, 480, 1480, { termDays: 8 });
  const address = `/billDetail?loanId=${loanId}`;
  await openLoggedIn(page, life, address);
  const { bill } = await life.client.must(billDetail, { loanId });
  const slider = daySlider(page);
  const figures = page.locator('section', { has: slider });

  await tabTo(page, slider);
  expect(await daySliderText(page)).toMatch(/^[A-Z][a-z]+day, \d+ [A-Z][a-z]+: ₱60,000$/);
  await expect(figures.getByText('Less than on').locator('..')).toContainText('₱960.00');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await daySliderText(page)).toMatch(/: ₱60,360$/);
  await expect(figures.getByText('Less than on').locator('..')).toContainText('₱600.00');
  for (let day = 3; day < bill.daysToDue; day += 1) await page.keyboard.press('ArrowRight');
  expect(await daySliderText(page)).toMatch(/: ₱60,960$/);
  await expect(figures.getByText('This is the due date.')).toBeVisible();
  await page.keyboard.press('End');
  // The late charge for thirty days is 5 % of ₱60,960.
  expect(await daySliderText(page)).toMatch(/: ₱64,008$/);
  await expect(figures.getByText('Late charge, 30 days').locator('..')).toContainText('₱3,048.00');
  await page.keyboard.press('Home');
  expect(await daySliderText(page)).toMatch(/: ₱60,000$/);

  await page.setViewportSize({ width: 320, height: 640 });
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not visible');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 14, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, middle, { steps: 6 });
  await page.mouse.up();
  const ahead = Number(await slider.inputValue());
  expect(ahead).toBeGreaterThan(bill.daysToDue);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const shown = (await daySliderText(page)).split('₱')[1];

  await addDays(page.request, ahead);
  const then = await life.client.must(billDetail, { loanId });
  expect(then.today).toBe(daysAfter(bill.currentDue.on, ahead));
  expect(formatPesos(then.bill.currentDue.owedCentavos, { drop00: true })).toBe(`₱${shown}`);
  await page.goto(address);
  await expect(
    page.getByRole('link', { name: `Pay ${formatPesos(then.bill.currentDue.owedCentavos)} today` }),
  ).toBeVisible();
  expect(await daySliderText(page)).toContain(`: ₱${shown}`);
});
