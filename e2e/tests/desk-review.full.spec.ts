// A reviewer's morning: thirty applications by keyboard alone, timed.
import { applicants } from '../life/applicants.ts';
import { deskScreen, expectNoSession, signInAsNew } from '../life/desk.ts';
import { turns } from '../places.ts';
import { atLength, expect, press, test } from './fixture.ts';

test.use(deskScreen);

const cases = 30;
/** The first number of the applicants. */
const first = 680;

test('a reviewer decides thirty cases by keyboard', atLength, async ({ page, clean }) => {
  await applicants(turns, first, cases);
  await signInAsNew(page, 'petra.reviewer', 'reviewer');
  expectNoSession(clean);
  await press(page, page.getByRole('link', { name: 'Review applications' }));
  await expect(page.getByRole('grid').getByRole('row').nth(cases)).toBeVisible();
  const seconds: number[] = [];
  let keys = 0;
  const key = async (name: string) => {
    keys += 1;
    await page.keyboard.press(name);
  };
  for (let nth = 1; nth <= cases; nth += 1) {
    const from = Date.now();
    await key('n');
    await expect(page.getByLabel('Reason')).toBeFocused();
    await key('Enter');
    await expect(page.locator('canvas')).toHaveCount(2);
    if (nth % 5 === 0) {
      await key('r');
      for (const name of ['ArrowDown', 'ArrowDown', 'Tab', 'Tab', 'Enter', 'Enter'])
        await key(name);
      await expect(page.getByRole('heading', { name: 'Rejected: identity' })).toBeVisible();
    } else {
      await key('a');
      await expect(page.getByLabel('Reason')).toBeFocused();
      for (const name of ['Tab', 'Enter', 'Enter']) await key(name);
      await expect(page.getByRole('heading', { name: 'Approved with ₱' })).toBeVisible();
    }
    seconds.push((Date.now() - from) / 1000);
  }
  const sorted = seconds.toSorted((a, b) => a - b);
  const [median = 0, most = 0] = [sorted[cases / 2], sorted.at(-1)];
  console.log(`${cases} cases: median ${median} s, at most ${most} s, ${keys} keys`);
  expect(median).toBeLessThan(60);
});
