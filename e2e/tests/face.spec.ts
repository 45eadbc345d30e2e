// Page transitions, keyboard use, focus, and what screen readers announce.
import type { Locator, Page } from '@playwright/test';
import { waitForPolled } from '../clock.ts';
import { logInByPassword, makeBrowserKnown } from '../life/account.ts';
import { personWithLine } from '../life/by-calls.ts';
import { payAtKiosk } from '../life/repay.ts';
import { aprub, openLoggedIn } from '../life/session.ts';
import { atLength, expect, press, tabTo, test } from './fixture.ts';

/** Moves to a radio group with Tab, and to a radio button in it with the arrow keys. */
async function arrowTo(page: Page, group: Locator, wanted: Locator): Promise<void> {
  const inGroup = () => group.evaluate((element) => element.contains(document.activeElement));
  for (let step = 0; step < 60 && !(await inGroup()); step++) await page.keyboard.press('Tab');
  for (let step = 0; step < 12; step++) {
    if (await wanted.isChecked()) return;
    await page.keyboard.press(
      (await wanted.evaluate((radio) => radio === document.activeElement)) ? 'Space' : 'ArrowRight',
    );
  }
  throw new Error(`The arrows never choose ${wanted}`);
}

/**
 * Expects the first heading of a new page to have the focus, so that screen readers announce it.
 */
async function headingHasFocus(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
}

const announcement = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).first();

async function logInByKeys(page: Page, person: { phone: string; password: string }): Promise<void> {
  await page.goto('/login');
  await makeBrowserKnown(page, person);
  await tabTo(page, page.getByLabel('Mobile number'));
  await page.keyboard.type(person.phone);
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type(person.password);
  // Enter does not submit the form before the button is enabled.
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox')).toBeFocused(); // the first error
  await page.keyboard.press('Space');
  await press(page, page.getByRole('button', { name: 'Log in' }));
  await expect(page).toHaveURL(/\/home/);
}

/**
 * Moves over the payout accounts with the arrow keys and selects one with Enter, which closes the
 * sheet and returns the focus to its opener. Then selects GCash again.
 */
async function payoutByKeys(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Where you receive the money' });
  const counters = sheet.getByRole('radiogroup', { name: 'Cash at a counter' });
  await press(page, page.getByRole('button', { name: /^To GCash/ }));
  await arrowTo(page, counters, counters.getByRole('radio').nth(2));
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('₱59,050.00')).toHaveCount(0); // counters charge a different fee
  await page.keyboard.press('Enter');
  await press(page, sheet.getByRole('radio', { name: /^GCash/ }), 'Space');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('₱59,050.00').first()).toBeVisible();
}

async function signByKeys(page: Page): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Choose your amount' }));
  await expect(page).toHaveURL(/\/loan$/);
  await headingHasFocus(page, 'Borrow');
  await arrowTo(
    page,
    page.getByRole('radiogroup').first(),
    page.getByRole('radio', { name: /15 days/ }),
  );
  await expect(page.getByText('₱59,050.00').first()).toBeVisible();
  await payoutByKeys(page);
  await press(page, page.getByRole('button', { name: 'Continue' }));
  await expect(page).toHaveURL(/\/loanConfirm/);
  await headingHasFocus(page, 'Check and sign');
  await press(page, page.getByLabel('I have read the disclosure statement'), 'Space');
  await press(page, page.getByRole('checkbox', { name: /Loan Agreement/ }), 'Space');
  await page.keyboard.press('End');
  const sign = page.getByRole('button', { name: /^Sign and get ₱/ });
  await expect(sign).not.toHaveAttribute('aria-disabled', 'true');
  await press(page, sign);
  await expect(page).toHaveURL(/\/loanResult/);
}

async function codeByKeys(page: Page): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Orders' }));
  await headingHasFocus(page, /./);
  await press(page, page.getByRole('link', { name: /Loan of ₱60,000/ }).first());
  await expect(page).toHaveURL(/\/billDetail/);
  await headingHasFocus(page, /./);
  await press(page, page.getByRole('link', { name: /^Pay ₱/ }));
  await expect(page).toHaveURL(/\/repayment/);
  await headingHasFocus(page, 'Repay');
  // During cooling-off the return, which costs less, is preselected.
  const fullAmount = page.getByRole('radio', { name: /^Full amount/ });
  await arrowTo(page, page.getByRole('radiogroup').filter({ has: fullAmount }), fullAmount);
  await tabTo(page, page.getByRole('tab', { selected: true }));
  if (!(await page.getByRole('tab', { name: 'Cardless', selected: true }).isVisible()))
    await page.keyboard.press('ArrowRight');
  const seven = page.getByRole('radio', { name: /7-Eleven/ });
  await arrowTo(page, page.getByRole('radiogroup').filter({ has: seven }), seven);
}

test.describe('by keyboard alone', () => {
  test(
    'a keyboard user can borrow and repay, and each change is focused or announced',
    atLength,
    async ({ page, baseURL, clean }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.clock.install();
      await logInByKeys(page, await personWithLine(String(baseURL), 1));
      await headingHasFocus(page, /./);
      await signByKeys(page);
      await headingHasFocus(page, /./);
      await waitForPolled(announcement(page, '₱59,050.00 has arrived'));
      await press(page, page.getByRole('link', { name: /home/i }).first());
      await expect(page).toHaveURL(/\/home/);
      await codeByKeys(page);
      await page.route('**/galaxy/**', (route) => route.abort());
      // After the failure, the page reloads the channels, which fails too.
      const failedReload = page.waitForEvent('requestfailed', (request) =>
        request.url().endsWith('/repayment/channel/list'),
      );
      await press(page, page.getByRole('button', { name: 'Get the code' }));
      await expect(announcement(page, /Network Abnormal/i)).toBeVisible();
      await failedReload;
      await page.unroute('**/galaxy/**');
      clean.length = 0; // the browser's own messages about the aborted calls
      await press(page, page.getByRole('button', { name: 'Get the code' }));
      await waitForPolled(page.getByLabel(/^Code \d/).first());
      await press(page, page.getByRole('button', { name: 'Copy code' }));
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: /copied/i })
          .first(),
      ).toBeAttached();
      const codeLabel = await page
        .getByLabel(/^Code \d/)
        .first()
        .getAttribute('aria-label');
      await payAtKiosk(page, String(codeLabel).replace(/\D/g, ''));
      await waitForPolled(announcement(page, 'Loan fully paid. Thank you.'));
      await press(page, page.getByRole('link', { name: 'Done' }));
      await expect(page).toHaveURL(/\/wealth/);
      await headingHasFocus(page, /./);
    },
  );
});

/** Records the slides in each of the page's view transitions. */
const watchSlides = (page: Page) =>
  page.addInitScript(() => {
    const slides: string[] = [];
    Object.assign(window, { slides });
    const real = document.startViewTransition.bind(document);
    document.startViewTransition = ((how: never) => {
      const transition = real(how);
      const names = () =>
        document.getAnimations().map((animation) => (animation as CSSAnimation).animationName);
      const ran = () =>
        slides.push(
          names()
            .filter((name) => name?.startsWith('slide'))
            .sort()
            .join(' '),
        );
      transition.ready.then(ran, (error) => slides.push(String(error)));
      return transition;
    }) as never;
  });
const slides = (page: Page) =>
  page.evaluate(() => (window as never as { slides: string[] }).slides.splice(0));
const forward = ['slide-in-right slide-out-left'];
const backward = ['slide-in-left slide-out-right'];

test(
  'pages slide in the direction of history, and tabs do not slide',
  atLength,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await watchSlides(page);
    await page.goto('/login');
    await logInByPassword(page, aprub);
    const at = (path: RegExp) => expect(page).toHaveURL(path);
    await expect.poll(() => slides(page)).toEqual(forward); // leaving the login slides
    const bar = page.getByRole('navigation');
    await bar.getByRole('link', { name: 'Orders' }).click();
    await at(/\/wealth/);
    // A link from one tab to another does not slide either.
    await page.getByRole('link', { name: 'See what I can borrow' }).click();
    await at(/\/home/);
    await bar.getByRole('link', { name: 'Orders' }).click();
    await at(/\/wealth/);
    await bar.getByRole('link', { name: 'My' }).click();
    await at(/\/my/);
    await page.getByRole('link', { name: /Banks and e.wallets/ }).click();
    await at(/\/banklist/);
    await expect.poll(() => slides(page)).toEqual(forward); // the earlier tabs did not slide
    await page.goBack();
    await at(/\/my/);
    await expect.poll(() => slides(page)).toEqual(backward);
    await page.goForward();
    await at(/\/banklist/);
    await expect.poll(() => slides(page)).toEqual(forward);
    await page.getByRole('button', { name: 'Back' }).click();
    await at(/\/my/);
    await expect.poll(() => slides(page)).toEqual(backward);
    await page.goBack();
    await at(/\/wealth/);
    await page.goBack();
    await at(/\/home/);
    await page.getByRole('link', { name: 'Choose your amount' }).click();
    await at(/\/loan$/);
    // Going back over the tabs causes no further slide.
    await expect.poll(() => slides(page)).toEqual(forward);
  },
);

/**
 * Removes view transitions, and records slides as soon as they are set. A slide's events may come
 * too late: after a frame that takes longer than the slide, the copy of the old page is gone.
 */
const watchOldSlides = (page: Page) =>
  page.addInitScript(() => {
    delete (Document.prototype as { startViewTransition?: unknown }).startViewTransition;
    const slides: string[] = [];
    Object.assign(window, { slides });
    const write = (node: Node) => {
      if (node instanceof HTMLElement && node.dataset.slide)
        slides.push(
          ...node.getAnimations().map((animation) => (animation as CSSAnimation).animationName),
        );
    };
    // A newer navigation replaces the slide of an earlier one, so count each element once.
    new MutationObserver((changes) => {
      new Set(
        changes.flatMap(({ type, target, addedNodes }) =>
          type === 'attributes' ? [target] : [...addedNodes],
        ),
      ).forEach(write);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-slide'] });
  });

test('pages slide in the same way in a browser without view transitions', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await watchOldSlides(page);
  await openLoggedIn(page, aprub, '/my');
  const ran = () =>
    page.evaluate(() => [...(window as never as { slides: string[] }).slides].sort());
  await slides(page);
  await page.getByRole('link', { name: /Banks and e.wallets/ }).click();
  await expect(page).toHaveURL(/\/banklist/);
  await expect.poll(ran).toEqual(['slide-in-right', 'slide-out-left']);
  await slides(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/my/);
  await expect.poll(ran).toEqual(['slide-in-left', 'slide-out-right']);
  await slides(page);
  await expect(page.locator('[data-slide]')).toHaveCount(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL(/\/wealth/);
  await page.goBack();
  await expect(page).toHaveURL(/\/my/);
  expect(await page.evaluate(() => document.startViewTransition)).toBeUndefined();
  expect(await slides(page)).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('link', { name: /Banks and e.wallets/ }).click();
  await expect(page).toHaveURL(/\/banklist/);
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
  expect(await slides(page)).toEqual([]);
});

test('pages do not slide if the borrower prefers reduced motion', async ({ page }) => {
  await watchSlides(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLoggedIn(page, aprub);
  await page.getByRole('link', { name: 'Choose your amount' }).click();
  await expect(page).toHaveURL(/\/loan$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByRole('link', { name: 'Choose your amount' })).toBeVisible();
  expect(await slides(page)).toEqual([]);
});
