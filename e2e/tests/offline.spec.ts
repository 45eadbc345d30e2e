import type { Page } from '@playwright/test';
import { waitForPolled } from '../clock.ts';
import { logOut, type Person } from '../life/account.ts';
import { readAndSign } from '../life/borrow.ts';
import { personWithLine, personWithLoan } from '../life/by-calls.ts';
import { keptOnPhone, recordNames } from '../life/kept.ts';
import {
  cutOff,
  dropNetworkErrors,
  install,
  installWithLoan,
  keptBill,
  savedBillNote,
  savedResponseNote,
} from '../life/offline.ts';
import { chooseKiosk, daySlider, daySliderText, payAtKiosk } from '../life/repay.ts';
import { sandboxNow } from '../life/sandbox.ts';
import { atLength, expect, test } from './fixture.ts';

test.use({ serviceWorkers: 'allow' });

/** Logs in again after the session has ended; the login returns to the same page. */
async function logInAgain(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Mobile number').fill(person.phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/wealth/);
}

/**
 * Requests a 7-Eleven code for the loan.
 * @returns the digits of the code
 */
async function requestCode(page: Page): Promise<string> {
  await chooseKiosk(page);
  await page.getByRole('button', { name: 'Get the code' }).click();
  await waitForPolled(page.getByRole('button', { name: 'Copy code' }));
  const label = await page.getByLabel(/^Code \d/).getAttribute('aria-label');
  return (label ?? '').replace(/\D/g, '');
}

/** Changes when the stored code expires, so that a test need not wait for it. */
async function setCodeExpiry(page: Page, endsAt: string): Promise<void> {
  const bill = await keptBill(page);
  if (!bill) throw new Error('no bill is saved');
  const { name, ...rest } = bill;
  const record = { ...rest.record, code: { ...rest.record.code, endsAt } };
  await keptOnPhone(page, { name, record: { ...rest, record } });
}

const codeByLabel = (page: Page, code: string) => page.getByLabel(`Code ${[...code].join(' ')}`);
test(
  'a phone shows a stored payment code offline, and the requested page once online',
  atLength,
  async ({ page, context, baseURL, clean }) => {
    await installWithLoan(page, String(baseURL), 451, 981);
    const code = await requestCode(page);
    await expect
      .poll(async () => (await keptBill(page))?.record.code)
      .toMatchObject({ text: code });
    const { keptAt, record } = (await keptBill(page)) ?? { keptAt: '', record: {} };
    expect(Object.keys(record).sort()).toEqual([
      'accrual',
      'code',
      'due',
      'isInPayment',
      'plan',
      'principalCentavos',
    ]);
    expect(record).toMatchObject({
      due: { on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      code: { text: code, channel: 'sevenEleven' },
    });
    // The record is dated in business time, as all dates on the screen are.
    expect(Math.abs(Date.parse(await sandboxNow(page.request)) - Date.parse(keptAt))).toBeLessThan(
      120_000,
    );
    const { bytes, isKeyBound } = await keptOnPhone(page);
    expect([isKeyBound, bytes.includes(code)]).toEqual([true, false]);

    const codeAddress = page.url();
    for (const address of [codeAddress, '/my']) {
      await cutOff(page, context, address);
      await expect(codeByLabel(page, code), address).toBeVisible();
      await expect(page.getByRole('img', { name: 'Barcode' }), address).toBeVisible();
      await expect(
        page.getByText('You are offline. This may be out of date.'),
        address,
      ).toBeVisible();
      await expect(savedBillNote(page), address).toBeVisible();
      await expect(page.getByText('Pay at 7-Eleven'), address).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
    }
    await page.goto('/loan');
    await expect(page.getByText('This page needs a connection')).toBeVisible();
    await expect(codeByLabel(page, code)).toHaveCount(0);
    await setCodeExpiry(page, '2026-01-02T15:59:59.999Z');
    await page.goto('/my');
    await expect(
      page.getByText('By this phone’s clock, this code may have expired.'),
    ).toBeVisible();
    await expect(page.getByText('It was valid until 23:59, Fri, 2 Jan.')).toBeVisible();
    await expect(codeByLabel(page, code)).toBeVisible();

    await context.setOffline(false);
    await waitForPolled(page.getByRole('link', { name: /Coupons/ }));
    await expect(savedBillNote(page)).toHaveCount(0);
    await page.goto(codeAddress);
    await waitForPolled(codeByLabel(page, code));
    await payAtKiosk(page, code);
    await waitForPolled(page.getByText('Loan fully paid. Thank you.'));
    await expect.poll(() => keptBill(page)).toBeNull();
    dropNetworkErrors(clean);
  },
);

test(
  'for later days, a bill shows the same amounts offline as online, even after a reload',
  atLength,
  async ({ page, context, baseURL, clean }) => {
    const { life, loanId } = await personWithLoan(String(baseURL), 452, 983);
    await install(page, life);
    const address = `/billDetail?loanId=${loanId}`;
    const readDayTexts = async () => {
      const texts: string[] = [];
      for (const day of [0, 4, 15, 30]) {
        await daySlider(page).fill(String(day));
        texts.push(await daySliderText(page));
      }
      return texts;
    };
    await page.goto(address);
    await expect(daySlider(page)).toBeVisible();
    const online = await readDayTexts();
    expect(online.map((words) => words.split(': ')[1])).toEqual([
      '₱60,000',
      '₱60,480',
      '₱61,800',
      expect.stringMatching(/^₱6[23],/),
    ]);
    await expect
      .poll(
        async () => ((await keptBill(page))?.record as { accrual?: object } | undefined)?.accrual,
      )
      .toEqual(expect.any(Object));

    await cutOff(page, context, address);
    await expect(savedResponseNote(page)).toBeVisible();
    expect(await readDayTexts()).toEqual(online);
    await page.reload();
    await expect(daySlider(page)).toBeVisible();
    await expect(page.getByText(/offline|No connection/)).toHaveCount(1);
    expect(await readDayTexts()).toEqual(online);
    await context.setOffline(false);
    dropNetworkErrors(clean);
  },
);

test(
  'stored data are shown while the server is unreachable, and deleted with the session',
  atLength,
  async ({ page, context, baseURL, clean }) => {
    const person = await personWithLine(String(baseURL), 32);
    await page.clock.install();
    await install(page, person.life);
    await expect.poll(() => recordNames(page)).toContain('answer /user/multi {}');
    await cutOff(page, context, '/loan');
    await expect(page.getByText('This page needs a connection')).toBeVisible();
    await page.goto('/home');
    await expect(page.getByRole('link', { name: 'Choose your amount' })).toBeVisible();
    await expect(savedResponseNote(page)).toBeVisible();
    await context.setOffline(false);
    await expect(savedResponseNote(page)).toHaveCount(0);
    await waitForPolled(page.getByRole('link', { name: 'Choose your amount' }));
    await page.getByRole('link', { name: 'Choose your amount' }).click();
    await page.getByRole('radio', { name: /15 days/ }).check();
    await readAndSign(page, { receive: '₱59,050.00', repay: '₱61,800.00' });
    await waitForPolled(page.getByText('₱59,050.00 has arrived'));
    const code = await requestCode(page);
    const codeAddress = page.url();
    await expect.poll(async () => (await keptBill(page)) !== null).toBe(true);

    // The phone reports a network, but no request gets through.
    await page.goto('/home');
    await page.route('**/galaxy/**', (route) => route.abort());
    await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).click();
    await waitForPolled(savedResponseNote(page));
    await expect(page.getByRole('link', { name: /Loan of ₱60,000/ }).first()).toBeVisible();
    await page
      .getByRole('link', { name: /Loan of ₱60,000/ })
      .first()
      .click();
    await expect(page.getByText('If you pay on another day')).toBeVisible();
    await page.goto(codeAddress);
    await waitForPolled(codeByLabel(page, code));
    await page.unroute('**/galaxy/**');
    await page.goto('/wealth');
    await waitForPolled(page.getByRole('link', { name: /Loan of ₱60,000/ }).first());
    await expect(savedResponseNote(page)).toHaveCount(0);

    // After refusal 1003, the phone stores neither the bill nor any responses.
    await expect
      .poll(() => recordNames(page))
      .toEqual(expect.arrayContaining(['answer /bill/list {}', 'answer /user/multi {}']));
    await page.evaluate(() => localStorage.setItem('Token', 'of no session'));
    await page.goto('/wealth');
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => recordNames(page)).toEqual([]);
    await logInAgain(page, person);
    await expect(page.getByRole('link', { name: /Loan of ₱60,000/ }).first()).toBeVisible();
    await expect.poll(async () => (await keptBill(page)) !== null).toBe(true);
    await logOut(page);
    await expect.poll(() => recordNames(page)).toEqual([]);
    await cutOff(page, context, '/repayment');
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByLabel('Mobile number')).toBeVisible();
    await expect(savedBillNote(page)).toHaveCount(0);
    dropNetworkErrors(clean);
  },
);
