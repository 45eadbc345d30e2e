// Navigation, scrolling, the badge, the language, preloading, the lender's details, and the
// manifest.
import { aprub, openLoggedIn } from '../life/session.ts';
import { expect, test } from './fixture.ts';

test('Back returns to the previous page, or to home if there is no history', async ({ page }) => {
  await openLoggedIn(page, aprub);
  await page.getByRole('navigation').getByRole('link', { name: 'My' }).click();
  await page.getByRole('link', { name: /Banks and e.wallets/ }).click();
  await expect(page).toHaveURL(/\/banklist/);
  const arrow = page.getByRole('button', { name: 'Back' });
  await arrow.click();
  await expect(page).toHaveURL(/\/my/);
  const opened = await page.context().newPage(); // opened by address, so it has no history
  await opened.goto('/banklist');
  await opened.getByRole('button', { name: 'Back' }).click();
  await expect(opened).toHaveURL(/\/home/);
  expect(await opened.evaluate(() => history.length)).toBeLessThanOrEqual(2);
});

test('going back restores the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 480 }); // so short that My must be scrolled
  await openLoggedIn(page, aprub);
  await page.getByRole('navigation').getByRole('link', { name: 'My' }).click();
  const row = page.getByRole('link', { name: 'Change password' });
  await row.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const scrolledPx = await page.evaluate(() => scrollY);
  expect(scrolledPx).toBeGreaterThan(50);
  await row.click();
  await expect(page).toHaveURL(/\/changePassword/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/my/);
  await expect(row).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolledPx);
});

test('the My tab shows the number of unused coupons', async ({ page }) => {
  await openLoggedIn(page, aprub);
  await expect(page.getByRole('link', { name: 'Choose your amount' })).toBeVisible();
  const my = page.getByRole('navigation').getByRole('link', { name: /^My/ });
  // Home counts the welcome coupon.
  await expect(my).toHaveAccessibleName(/My.*1 unused coupon/);
  await page.evaluate(() => sessionStorage.setItem('unUseNumber', '3'));
  await page.goto('/wealth');
  await expect(my).toHaveAccessibleName(/My.*3 unused coupons/);
});

test('a screen starts to load as soon as its link is touched', async ({ page }) => {
  await openLoggedIn(page, aprub);
  const link = page.getByRole('link', { name: 'Choose your amount' });
  await expect(link).toBeVisible();
  const request = page.waitForRequest(/\/assets\/Loan-[^/]*\.js/);
  await link.dispatchEvent('pointerdown');
  await request;
  await expect(page).toHaveURL(/\/home/);
});

test('a tab opens even if its screen’s data arrive during the touch', async ({ page }) => {
  const answer = Promise.withResolvers<void>();
  await page.route('**/galaxy/user/multi', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await openLoggedIn(page, aprub);
  await page.getByRole('navigation').getByRole('link', { name: 'My' }).hover();
  await page.mouse.down();
  answer.resolve();
  await expect(page.getByRole('link', { name: 'Choose your amount' })).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/my/);
});

test('changing the language on /login keeps the typed phone number', async ({ page }) => {
  await page.goto('/login');
  const phone = page.locator('input[type="tel"]');
  await phone.fill('917 555 0142');
  for (const [opener, choice, words, lang] of [
    [/^EN, /, 'Tiếng Việt', 'Đăng nhập', 'vi'],
    [/^VI, /, '中文', '登录', 'zh'],
    [/^中文, /, 'Filipino', 'Mag-log in', 'fil'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click();
    await page.getByRole('dialog').getByText(choice, { exact: true }).click();
    await expect(page.getByRole('button', { name: words })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(phone).toHaveValue(/917 ?555 ?0142/);
  }
  expect(
    await page.evaluate(() => [localStorage.getItem('locale'), localStorage.getItem('Local')]),
  ).toEqual(['fil', 'fil']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Mag-log in' })).toBeVisible();

  // Arrow keys preview a language, and Enter selects it.
  await page.getByRole('button', { name: /^FIL, / }).focus();
  await page.keyboard.press('Enter');
  const chosen = page.getByRole('dialog').getByRole('radio', { checked: true });
  await chosen.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await expect(page.getByRole('dialog', { name: 'Ngôn ngữ' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Đăng nhập' })).toBeVisible();
});

test('the My page shows customer service, the lender’s details and the version', async ({
  page,
}) => {
  await openLoggedIn(page, aprub, '/home');
  await page.getByRole('navigation').getByRole('link', { name: 'My' }).click();
  await expect(page.getByRole('link', { name: /Follow us/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.facebook\.com\//,
  );
  await page.getByRole('button', { name: /^Customer service.*9:00–18:00/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Every day, 9:00–18:00')).toBeVisible();
  await expect(sheet.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:\+?\d+$/);
  await expect(sheet.getByRole('link', { name: /Messenger/ })).toHaveAttribute(
    'href',
    /^https:\/\/m\.me\//,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^About us.*1\.0\.0/ }).click();
  for (const words of ['Sandali Lending Corp.', 'CS000000000', '1.0.0'])
    await expect(sheet.getByText(words).first()).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Service Agreement' })).toHaveAttribute(
    'href',
    '/serviceAgreement',
  );
});

test('the icons listed in the manifest exist and have the stated sizes', async ({
  page,
  request,
}) => {
  await page.goto('/login');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await request.get(String(address));
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    display: string;
    start_url: string;
    icons: { src: string; sizes: string; type: string }[];
  };
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  );
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src);
    expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, type]);
    if (sizes !== 'any') {
      const body = await icon.body(); // a PNG's width and height start at byte 16
      expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, src).toBe(sizes);
    }
  }
});
