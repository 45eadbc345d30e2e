// The app inside a simulated native shell: configuration, contacts, photos, refusals.
import type { Page } from '@playwright/test';
import { stopClock } from '../clock.ts';
import { hiddenPx } from '../gallery/faults.ts';
import { cardPhoto, codePhoto, nationalIdCode } from '../life/photo.ts';
import { openStep } from '../native/applicant.ts';
import { hostAnswers, hostCalls, installShell, wholeConfig } from '../native/shell.ts';
import { atLength, expect, test } from './fixture.ts';

/**
 * Opens the app.
 * @returns the headers of its first call
 */
async function headersOfVisit(page: Page): Promise<Record<string, string>> {
  const request = page.waitForRequest('**/galaxy/config/query');
  await page.goto('/login');
  return await (await request).allHeaders();
}
const names = ['x-terminal-type', 'x-sub-channel', 'x-advertising-id', 'x-appsflyer-id'] as const;
const sent = async (page: Page) => {
  const headers = await headersOfVisit(page);
  return names.map((name) => headers[name]);
};

test.describe('the configuration', () => {
  test('outside the shell the configuration is empty and the terminal is web', async ({ page }) => {
    expect(await sent(page)).toEqual(['web', '', undefined, undefined]);
  });

  test('the app sends the shell’s advertising ids only if the borrower consented', async ({
    context,
  }) => {
    const ids = { subChannel: 'shop-7', advertisingId: 'a-1', appsflyerId: 'f-1' };
    const visit = async (config: object) => {
      const page = await context.newPage();
      await installShell(page, JSON.stringify(config));
      return await sent(page);
    };
    expect(await visit({ ...ids, advertisingConsent: true })).toEqual([
      'native',
      'shop-7',
      'a-1',
      'f-1',
    ]);
    expect(await visit({ ...ids, advertisingConsent: false })).toEqual([
      'native',
      'shop-7',
      undefined,
      undefined,
    ]);
    expect(await visit(ids)).toEqual(['native', 'shop-7', undefined, undefined]);
  });

  test(
    'the app sends the shell’s consent and version, and ignores svm outside the shell',
    atLength,
    async ({ page, context }) => {
      const consentAndVersion = async (on: Page) => {
        const headers = await headersOfVisit(on);
        return [headers['x-advertising-consent'], headers['x-version']];
      };
      for (const [config, expected] of [
        [{ advertisingConsent: true, appVersion: '3.1.0' }, ['1', '3.1.0']],
        [{ advertisingConsent: false }, ['0', '1.0.0']],
        [{}, [undefined, '1.0.0']],
      ] as const) {
        const shell = await context.newPage();
        await installShell(shell, JSON.stringify(config));
        expect(await consentAndVersion(shell)).toEqual(expected);
        await shell.close();
      }
      await page.goto('/?svm=0.0.1');
      await expect.poll(() => page.evaluate(() => localStorage.getItem('version'))).toBe('0.0.1');
      expect(await consentAndVersion(page)).toEqual([undefined, '1.0.0']);
      const shell = await context.newPage();
      await installShell(shell, '{}');
      expect(await consentAndVersion(shell)).toEqual([undefined, '0.0.1']);
      await shell.close();
    },
  );

  test('the app ignores a configuration that is too long or malformed', async ({ context }) => {
    const right = { subChannel: 'shop-7', advertisingConsent: true, advertisingId: 'a-1' };
    const wrong = [
      JSON.stringify({ ...right, more: 'x'.repeat(16 * 1024) }),
      JSON.stringify(right).slice(0, -1),
      JSON.stringify([right]),
      JSON.stringify({ ...right, subChannel: 'shop\r\nX-Auth-Token: x' }),
      JSON.stringify({ ...right, features: { pickContact: 'yes' } }),
    ];
    for (const config of wrong) {
      const page = await context.newPage();
      await installShell(page, config);
      expect(await sent(page), config.slice(0, 80)).toEqual(['native', '', undefined, undefined]);
      await page.close();
    }
  });
});

test.describe('one contact from the phone book', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'First person' });
  async function pick(page: Page) {
    await card(page).getByRole('button', { name: 'Pick from phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open my contacts' }).click();
  }

  test('a contact with several numbers fills in the form once a number is selected', async ({
    page,
    baseURL,
  }) => {
    await installShell(page);
    await openStep(page, String(baseURL), 1, 'contacts');
    await hostAnswers(page, 'pickContact', {
      result: 'done',
      data: { name: 'Mama ❤️ Halimbawa', numbers: ['(0917) 555-9011'] },
    });
    await pick(page);
    await expect(card(page).getByLabel('Name')).toHaveValue('Mama Halimbawa');
    await expect(card(page).getByLabel('Mobile number')).toHaveValue(/^917 ?555 ?9011$/);
    expect(await hostCalls(page)).toEqual([
      { v: 1, id: expect.stringMatching(/^[\w-]{22}$/), call: 'pickContact', input: {} },
    ]);
    const two = { name: 'Tala', numbers: ['0917 555 9012', '+63 917 555 9013', '8123 4567'] };
    await hostAnswers(page, 'pickContact', { result: 'done', data: two });
    await pick(page);
    await page
      .getByRole('dialog', { name: 'Which of Tala’s numbers?' })
      .getByText('917 555 9013')
      .click();
    await expect(card(page).getByLabel('Name')).toHaveValue('Tala');
    await expect(card(page).getByLabel('Mobile number')).toHaveValue(/^917 ?555 ?9013$/);
  });

  test('a contact from an iOS host fills in the form', async ({ page, baseURL }) => {
    await installShell(page, wholeConfig, 'ios');
    await openStep(page, String(baseURL), 2, 'contacts');
    await hostAnswers(page, 'pickContact', {
      result: 'done',
      data: { name: 'Jun', numbers: ['0917 555 9014'] },
    });
    await pick(page);
    await expect(card(page).getByLabel('Name')).toHaveValue('Jun');
  });

  test('the form reports a failed contact selection and accepts a typed number', async ({
    page,
    baseURL,
  }) => {
    await installShell(page);
    await openStep(page, String(baseURL), 3, 'contacts');
    const texts = [
      [
        { result: 'denied' },
        'Contacts not received. Allow contacts for this app in the phone’s settings, or type the number in.',
      ],
      [
        { result: 'cancelled' },
        'Contacts not received. Check the permission, or type the number in.',
      ],
      [
        { result: 'failed' },
        'Contact selection failed. Check the permission, or type the number in.',
      ],
      [
        { result: 'done', data: [{ name: 'Everybody', numbers: [] }] },
        'Contact selection failed. Check the permission, or type the number in.',
      ],
    ] as const;
    for (const [answer, words] of texts) {
      await hostAnswers(page, 'pickContact', answer);
      await pick(page);
      await expect(card(page).getByRole('alert')).toHaveText(words);
    }
    await card(page).getByLabel('Name').fill('Perla Halimbawa');
    await card(page).getByLabel('Mobile number').fill('917 555 9015');
    await expect(card(page).getByLabel('Mobile number')).toHaveValue(/^917 ?555 ?9015$/);
  });

  test('picking a contact in a shell that is too old asks for an update', async ({
    page,
    baseURL,
  }) => {
    await installShell(page, '{"appVersion":"0.9"}');
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'contacts', { value: undefined }),
    ); // web views have no contact picker
    await openStep(page, String(baseURL), 4, 'contacts');
    await pick(page);
    await expect(card(page).getByRole('alert')).toHaveText(
      'Update the app version for this feature, or type the number in.',
    );
    expect(await hostCalls(page)).toEqual([]);
    await card(page).getByRole('link', { name: 'Update' }).click();
    await expect(page).toHaveURL(/\/status\/upgrade/);
    await expect(
      page.getByText('Client version is too low please update the client'),
    ).toBeVisible();
  });
});

test.describe('a photo from the shell’s camera', () => {
  const shoot = (page: Page, label = /^Front: /) =>
    page.getByRole('button', { name: label }).first().click();

  test('a photo from the shell’s camera is uploaded', atLength, async ({ page, baseURL }) => {
    await installShell(page);
    await openStep(page, String(baseURL), 5, 'identity');
    const jpeg = (await cardPhoto(page)).toString('base64');
    await hostAnswers(page, 'takePicture', { result: 'done', data: { jpeg } });
    const uploaded = page.waitForResponse('**/galaxy/picture/upload');
    await shoot(page);
    expect((await uploaded).status()).toBe(200);
    await expect(page.getByText('Sent', { exact: true })).toBeVisible();
    await expect(page.getByText('Retake')).toHaveCount(1);
    await shoot(page, /^You, holding it: /);
    await expect(page.getByText('Retake')).toHaveCount(2);
    await expect(
      page.getByText(/You can turn this app’s camera permission off again/),
    ).toBeVisible();
    expect((await hostCalls(page)).map(({ call, input }) => [call, input.purpose])).toEqual([
      ['takePicture', 'idFront'],
      ['takePicture', 'selfie'],
    ]);
  });

  test(
    'a National ID’s QR code is read from a photo taken by the shell’s camera',
    atLength,
    async ({ page, baseURL }) => {
      await installShell(page);
      await openStep(page, String(baseURL), 9, 'personal');
      await page.getByRole('button', { name: 'Scan my National ID’s code' }).click();
      const reader = page.getByRole('dialog');
      await expect(reader.getByRole('status')).toContainText('Take a photo of the QR code');
      for (const [answer, words] of [
        [{ result: 'denied' }, /^Camera failed to wake up\. Uninstall the app/],
        [{ result: 'failed' }, 'Shooting failure.'],
        [
          { result: 'done', data: { jpeg: (await cardPhoto(page)).toString('base64') } },
          'No code found in this picture',
        ],
      ] as const) {
        await hostAnswers(page, 'takePicture', answer);
        await shoot(page, /^Take the photo$/);
        await expect(reader.getByRole('status')).toContainText(words);
      }
      const jpeg = (
        await codePhoto(page, nationalIdCode({ first: 'Mayumi', last: 'Halimbawa' }))
      ).toString('base64');
      await hostAnswers(page, 'takePicture', { result: 'done', data: { jpeg } });
      await shoot(page, /^Take the photo$/);
      await expect(reader).toHaveCount(0);
      await expect(page.getByLabel('First name')).toHaveValue('Mayumi');
    },
  );

  test('a message appears if a photo is denied, fails or is invalid', async ({ page, baseURL }) => {
    await installShell(page);
    await openStep(page, String(baseURL), 6, 'identity');
    // The window is so short that the dock might cover the text.
    await page.setViewportSize({ width: 360, height: 560 });
    const asleep =
      /Camera failed to wake up\. Uninstall the app and allow the camera again,.* or contact customer service\.$/;
    const shootFailed = 'Shooting failure. Please confirm the camera permission.';
    for (const [answer, words] of [
      [{ result: 'denied' }, asleep],
      [{ result: 'failed' }, shootFailed],
      [{ result: 'done', data: { jpeg: 'file:///sdcard/DCIM/1.jpg' } }, shootFailed],
    ] as const) {
      await hostAnswers(page, 'takePicture', answer);
      await shoot(page);
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      expect(await hiddenPx(page.getByRole('alert').filter({ hasText: words }))).toBe(0);
    }
    await hostAnswers(page, 'takePicture', { result: 'cancelled' });
    await shoot(page);
    // The message remains if the camera is cancelled.
    await expect(page.getByText(shootFailed)).toBeVisible();
  });

  test('a message appears if the shell’s camera does not respond for three minutes', async ({
    page,
    baseURL,
  }) => {
    await page.clock.install();
    await installShell(page);
    await openStep(page, String(baseURL), 7, 'identity');
    // Wait before stopping the clock, because timers load parts of the page.
    await expect(page.getByRole('button', { name: /^Front: / }).first()).toBeVisible();
    await stopClock(page);
    await shoot(page);
    await expect(page.getByRole('button', { name: /From files/ })).toHaveCount(2);
    // The three minutes begin with the call to the shell.
    await expect.poll(async () => (await hostCalls(page)).length).toBe(1);
    await page.clock.runFor(179_000);
    await expect(page.getByText(/Camera failed to wake up\./)).toHaveCount(0);
    await page.clock.runFor(1_500);
    await expect(page.getByText(/Camera failed to wake up\./)).toBeVisible();
  });
});
