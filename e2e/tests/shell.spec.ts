import { stopClock } from '../clock.ts';
import { logInByPassword, makeBrowserKnown } from '../life/account.ts';
import { pictureDigits } from '../life/sandbox.ts';
import { aprub, openLoggedIn } from '../life/session.ts';
import { atLength, expect, test } from './fixture.ts';

const needsToken = [
  '/home',
  '/wealth',
  '/my',
  '/status/submitted',
  '/addBank',
  '/addWallet',
  '/banklist',
  '/vouchers',
  '/billDetail',
  '/renew',
];
const credit = [
  '/credit',
  '/creditContract',
  '/creditWork',
  '/creditFile',
  '/creditStatus',
  '/loan',
  '/loanConfirm',
  '/loanResult',
  '/repayment',
];

test('/login is prerendered in the cookie’s language and contains the signed keys', async ({
  request,
}) => {
  const english = await (await request.get('/login')).text();
  const filipino = await (
    await request.get('/login', { headers: { cookie: 'locale=fil' } })
  ).text();
  expect(english).toContain('Mobile number');
  expect(filipino).toContain('lang="fil"');
  expect(filipino).not.toContain('>Log in<');
  const keys =
    /<script type="application\/json" id="keys">(.*?)<\/script>/.exec(english)?.[1] ?? '';
  expect(JSON.parse(keys)).toMatchObject({
    keys: [{ kid: expect.any(String) }],
    signature: expect.any(String),
  });
});

test('/ returns the prerendered login only to visitors who are not logged in', async ({
  page,
  request,
}) => {
  expect(await (await request.get('/')).text()).toContain('name="password"');
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await logInByPassword(page, aprub);
  const again = await page.goto('/');
  expect(await again?.text()).not.toContain('name="password"');
  await expect(page).toHaveURL(/\/home$/);
  await page.evaluate(() => localStorage.setItem('Token', '')); // the cookie still says logged in
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
});

test('routes that need a token redirect to the login if there is none', async ({ page }) => {
  for (const path of ['/home', '/billDetail', '/credit']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login/);
  }
  // Wait until the app has loaded and follows changes to the history.
  await expect(page.getByRole('status').first()).toBeAttached();
  for (const path of [...needsToken, ...credit]) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await expect(page, path).toHaveURL(/\/login/);
  }
});

test('the login opens the page that was requested', async ({ page }) => {
  await page.goto('/banklist');
  await makeBrowserKnown(page, aprub);
  await page.getByLabel('Mobile number').fill(aprub.phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(aprub.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/banklist/);
});

test('three pages have the tab bar, and all others a Back arrow', atLength, async ({ page }) => {
  await openLoggedIn(page, aprub);
  for (const path of ['/home', '/wealth', '/my']) {
    await page.goto(path);
    await expect(page.getByRole('navigation').getByRole('link'), path).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Back' }), path).toHaveCount(0);
  }
  for (const path of ['/banklist', '/addWallet', '/loan', '/vouchers', '/changePhone']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Back' }), path).toBeVisible();
    await expect(page.getByRole('navigation'), path).toHaveCount(0);
  }
  await page.goto('/loanResult?loanId=00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
  await page.evaluate(() => localStorage.removeItem('Token'));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
});

test('Orders, My and Accounts work for a borrower without a loan', async ({ page }) => {
  await openLoggedIn(page, aprub, '/wealth');
  await expect(page.getByText('Calm waters')).toBeVisible();
  await page.goto('/my');
  await page.getByText('Language', { exact: true }).click();
  await page.getByText('Filipino', { exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Wika' }).click();
  await page.getByText('English', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en'); // set when the choice is saved
  await page.goto('/banklist');
  await expect(page.getByText('Banks', { exact: true })).toBeVisible();
  await expect(page.getByText('E-wallets', { exact: true })).toBeVisible();
});

test('a refused login does not say whether the number or the password is wrong', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel('Mobile number').fill('917 555 0000');
  await page.getByRole('textbox', { name: 'Password' }).fill('mali ang salita');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText(/number or password/i).first()).toBeVisible();
});

test('the content security policy blocks markup from text and foreign styles', async ({
  page,
  clean,
}) => {
  await page.goto('/login');
  const refusal = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<b>x</b>';
      return '';
    } catch (error) {
      return String(error);
    }
  });
  expect(refusal).toContain('TrustedHTML');
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body{color:red}';
    document.head.append(style);
  });
  expect(clean.join(' ')).toContain('style-src');
  clean.length = 0;
});

test(
  'a refusal that concerns no field appears in a toast for five seconds',
  atLength,
  async ({ page }) => {
    await page.clock.install();
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
    await stopClock(page);
    await page.getByLabel('Mobile number').fill('917 555 8123');
    await page.getByText('SMS code', { exact: true }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    const toast = page.getByText('Too many codes', { exact: false });
    // A number gets five codes an hour, and the sixth is refused. From the third on, each requires
    // a picture code.
    for (let nth = 0; nth < 5; nth++) {
      await page.getByText('We sent a code to', { exact: false }).waitFor();
      await page.clock.runFor(1000);
      await page.getByRole('button', { name: 'Send again' }).click();
      if (nth === 0) continue;
      const digits = page.getByLabel('Digits in the picture');
      await expect(digits).toBeVisible();
      await digits.fill(await pictureDigits(page));
      await page.getByRole('button', { name: 'Send again' }).click();
      if (nth < 4) await expect(digits).toHaveCount(0);
    }
    await expect(toast).toBeVisible();
    await page.clock.runFor(4500);
    await expect(toast).toBeVisible();
    const placeOfField = async () => (await page.getByLabel('Mobile number').boundingBox())?.y;
    const under = await placeOfField();
    await page.clock.runFor(600);
    await expect(toast).toHaveCount(0);
    expect(await placeOfField()).toBe(under);
  },
);
