// A payment code opens directly from home.
import * as fs from 'node:fs';
import { billDetail } from '@sandali/contract/billDetail.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { askCode } from '@sandali/server/sandbox/life.ts';
import { setTextSize } from '../gallery/galleryPage.ts';
import { personWithLoan } from '../life/by-calls.ts';
import { openLoggedIn } from '../life/session.ts';
import { hostAnswers, hostCalls, installShell } from '../native/shell.ts';
import { shared } from '../places.ts';
import { expect, test } from './fixture.ts';

test('an open code is one tap from home, bright and full-screen, and can be shared', async ({
  page,
  browser,
}) => {
  const { life, loanId } = await personWithLoan(shared.origin, 383, 1333);
  const { bill } = await life.client.must(billDetail, { loanId: loanId as LoanId });
  const { code } = await askCode(life, loanId, bill.currentDue.owedCentavos);
  await openLoggedIn(page, life);
  await page
    .getByRole('link', { name: /^Show your payment code: ₱60,000\.00 ?Valid until 23:59, \w{3},/ })
    .click();
  const whole = page.getByRole('dialog');
  await expect(whole.getByLabel(`Code ${[...code].join(' ')}`)).toBeVisible();
  await expect(whole.getByRole('img', { name: 'Barcode' })).toBeVisible();
  expect(await whole.evaluate((dialog) => [dialog.clientWidth, dialog.clientHeight])).toEqual([
    page.viewportSize()?.width,
    page.viewportSize()?.height,
  ]);
  // The store's name and mark are above the code.
  await expect(whole).toHaveAccessibleName('Pay at 7-Eleven');
  const where = whole.getByRole('heading', { name: 'Pay at 7-Eleven' });
  await expect(where).toBeInViewport({ ratio: 1 });
  await expect(where.locator('xpath=..').locator('svg')).toHaveText('7');
  await whole.getByRole('button', { name: 'Close' }).click();
  await expect(whole).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Pay at 7-Eleven' })).toBeVisible();
  await expect(page).not.toHaveURL(/show=/);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(whole).toBeVisible();
  // With large text, the code is taller than the window, and must begin below the Close button.
  await setTextSize(page, 48);
  const close = whole.getByRole('button', { name: 'Close' });
  const [foot, head] = await Promise.all([
    close.boundingBox(),
    whole.getByRole('heading', { name: 'Pay at 7-Eleven' }).boundingBox(),
  ]);
  expect(head?.y).toBeGreaterThanOrEqual((foot?.y ?? 0) + (foot?.height ?? 0));
  await setTextSize(page, 16);
  await close.click();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Share as image' }).click();
  const picture = fs.readFileSync(await (await saving).path());
  const { width, dark } = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: image.width,
      height: image.height,
    });
    const pen = canvas.getContext('2d');
    pen?.drawImage(image, 0, 0);
    const { data = [] } = pen?.getImageData(0, 0, image.width, image.height) ?? {};
    return {
      width: image.width,
      dark:
        [...data].filter((value, at) => at % 4 === 0 && value < 128).length /
        (image.width * image.height),
    };
  }, picture.toString('base64'));
  expect(width).toBe(720);
  // About half of a code is dark. A lighter image lacks the code, and a darker one is faulty.
  expect(dark).toBeGreaterThan(0.12);
  expect(dark).toBeLessThan(0.4);

  // A report of a missing payment is filled in from the only bill and its code.
  await page.goto('/complaints');
  await page.getByRole('link', { name: 'My payment isn’t showing' }).click();
  await expect(page.getByLabel('Amount paid')).toHaveValue('60,000');
  await expect(page.getByLabel('Where you paid')).toHaveValue('sevenEleven');
  await expect(page.getByLabel('Day you paid')).toHaveValue(bill.currentDue.on);

  const shell = await (await browser.newContext({ baseURL: shared.origin })).newPage();
  await installShell(shell);
  await openLoggedIn(shell, life);
  await hostAnswers(shell, 'keepBright', { result: 'done' });
  await shell.getByRole('link', { name: /^Show your payment code/ }).click();
  await shell.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const displays = (await hostCalls(shell))
    .filter(({ call }) => call === 'keepBright')
    .map(({ input }) => input.display);
  expect(displays).toEqual(['bright', 'usual']);
  await shell.context().close();
});
