import { stopClock } from '../clock.ts';
import { logInByPassword, usedBefore } from '../life/account.ts';
import { pictureDigits } from '../life/sandbox.ts';
import { aprub, loggedIn } from '../life/session.ts';
import { expect, test } from './fixture.ts';

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

test('login is painted before the program, in the language of the cookie, and carries the signed keys', async ({
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

test('a stranger at / gets the painted login, and somebody who is logged in does not', async ({
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
  await page.evaluate(() => localStorage.setItem('Token', '')); // whatever else the pages were sent
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
});

test('every route that needs a token leads to login without one', async ({ page }) => {
  for (const path of ['/home', '/billDetail', '/credit']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login/);
  }
  // the program is there and follows the history
  await expect(page.getByRole('status').first()).toBeAttached();
  for (const path of [...needsToken, ...credit]) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await expect(page, path).toHaveURL(/\/login/);
  }
});

test('the way back after login is the page that was asked for', async ({ page }) => {
  await page.goto('/banklist');
  await usedBefore(page, aprub);
  await page.getByLabel('Mobile number').fill(aprub.phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(aprub.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/banklist/);
});

test('the tab bar stands on three pages only, and the back arrow where the specification has it', async ({
  page,
}) => {
  await loggedIn(page, aprub);
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

test('orders without a loan show the empty state, my shows the language, and the list of accounts its two tabs', async ({
  page,
}) => {
  await loggedIn(page, aprub, '/wealth');
  await expect(page.getByText('Calm waters')).toBeVisible();
  await page.goto('/my');
  await page.getByText('Language', { exact: true }).click();
  await page.getByText('Filipino', { exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Wika' }).click();
  await page.getByText('English', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en'); // set once the choice is kept
  await page.goto('/banklist');
  await expect(page.getByText('Banks', { exact: true })).toBeVisible();
  await expect(page.getByText('E-wallets', { exact: true })).toBeVisible();
});

test('a refused login is explained at the field that can be corrected', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Mobile number').fill('917 555 0000');
  await page.getByRole('textbox', { name: 'Password' }).fill('mali ang salita');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Log in' }).click();
  const told = page.getByText(/number or password/i).first();
  await expect(told).toBeVisible();
});

test('the policy is in force: no markup from text, no style that was not built', async ({
  page,
  clean,
}) => {
  await page.goto('/login');
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<b>x</b>';
      return '';
    } catch (error) {
      return String(error);
    }
  });
  expect(refused).toContain('TrustedHTML');
  await page.evaluate(() => {
    const made = document.createElement('style');
    made.textContent = 'body{color:red}';
    document.head.append(made);
  });
  expect(clean.join(' ')).toContain('style-src');
  clean.length = 0;
});

test('other codes show the message in a toast, which goes after five seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  await stopClock(page);
  await page.getByLabel('Mobile number').fill('917 555 8123');
  await page.getByText('SMS code', { exact: true }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  const told = page.getByText('Too many codes', { exact: false });
  // Five codes an hour go to one number; the sixth is refused. From the third on, each asks for a
  // picture's digits.
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
  await expect(told).toBeVisible();
  await page.clock.runFor(4500);
  await expect(told).toBeVisible();
  const placeOfField = async () => (await page.getByLabel('Mobile number').boundingBox())?.y;
  const under = await placeOfField();
  await page.clock.runFor(600);
  await expect(told).toHaveCount(0);
  expect(await placeOfField()).toBe(under);
});
