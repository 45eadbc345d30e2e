// /loan and /loanConfirm show the answer to "What if I can't pay?" without scrolling.
import * as fs from 'node:fs';
import { locales } from '@sandali/contract/locale.ts';
import { buildGallery, openGallery, show, speak } from '../gallery/galleryPage.ts';
import { atLength, expect, test } from './fixture.ts';

const window = { width: 360, height: 740 };
const late = '₱101.60';
let folder = '';

test.describe.configure({ mode: 'default' }); // build the gallery once
test.use({ viewport: window, deviceScaleFactor: 1, isMobile: false });
test.beforeAll(() => {
  folder = buildGallery();
});
test.afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

for (const [entry, when] of [
  ['Loan: choose', {}],
  ['Loan: choose, with the best coupon', atLength],
  ['Loan: choose, due before the payday', atLength],
  ['Loan: confirm', {}],
] as const) {
  test(
    `${entry}: the cost of a late day is visible above the button without scrolling`,
    when,
    async ({ page }) => {
      await openGallery(page, folder);
      for (const locale of locales) {
        await speak(page, locale);
        await show(page, entry);
        const line = page.locator('p', { hasText: late });
        await expect(line, locale).toHaveCount(1);
        const [box, foot, button] = await Promise.all([
          line.boundingBox(),
          page.locator('footer').boundingBox(),
          page.locator('footer button').boundingBox(),
        ]);
        if (!box || !foot || !button) throw new Error(`${locale}: an element is not visible`);
        // On /loan this line is in the dock, and on /loanConfirm above it.
        const lowest = box.y >= foot.y ? button.y : foot.y;
        expect(box.y, locale).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height, locale).toBeLessThanOrEqual(lowest);
        expect(button.y + button.height, locale).toBeLessThanOrEqual(window.height);
      }
    },
  );
}
