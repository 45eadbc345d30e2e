// The two ID photos, taken with the browser's (fake) camera or selected from files.
import type { Page } from '@playwright/test';
import { cardPhoto, showPhoto } from '../life/photo.ts';
import { openStep } from '../native/applicant.ts';
import { atLength, expect, test } from './fixture.ts';

const tile = (page: Page, title: 'Front' | 'You, holding it') =>
  page.getByRole('button', { name: new RegExp(`^${title}: `) }).first();
const camera = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => camera(page).getByRole('button', { name });

/**
 * Records the page's camera streams.
 * @returns a function that returns the state of every track
 */
async function watchStreams(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const opened: MediaStream[] = [];
    Object.assign(window, { opened });
    const { mediaDevices } = navigator;
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await MediaDevices.prototype.getUserMedia.call(mediaDevices, constraints);
      opened.push(stream);
      return stream;
    };
  });
  return () =>
    page.evaluate(() =>
      (window as never as { opened: MediaStream[] }).opened.flatMap((stream) =>
        stream.getTracks().map((track) => track.readyState),
      ),
    );
}

/** Selects a photo in the file chooser that `open` opens. */
async function chooseFile(page: Page, open: () => Promise<void>, photo: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await open();
  await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
}

/** Limits the upload speed, in bytes per second; -1 removes the limit. */
async function slowLine(page: Page, uploadThroughput: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}

/** Records every value of the page's progress bars, because polling would miss some. */
async function progressOf(page: Page): Promise<() => Promise<number[]>> {
  const valuesHandle = await page.evaluateHandle(() => {
    const values: number[] = [];
    const look = () => {
      for (const bar of document.querySelectorAll('progress')) values.push(bar.value);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['value'],
    });
    return values;
  });
  return () => valuesHandle.jsonValue();
}

type Tracks = () => Promise<string[]>;

/**
 * Expects advice because the camera is denied. A blurred file is refused, and a sharp one is
 * uploaded.
 */
async function sendFiles(page: Page, clean: string[]): Promise<void> {
  await tile(page, 'Front').click();
  await expect(camera(page).getByRole('status')).toHaveText(
    'Camera failed to wake upAllow the camera for this page in the browser’s settings, choose the photo from files, or contact customer service.',
  );
  clean.length = 0; // the browser logs the refused camera
  await chooseFile(
    page,
    () => button(page, 'From files').click(),
    await cardPhoto(page, { blurPx: 10 }),
  );
  await expect(camera(page).getByRole('status')).toContainText('It looks blurry');
  await expect(button(page, 'Use it anyway')).toHaveCount(0);
  await chooseFile(page, () => button(page, 'Retake').click(), await cardPhoto(page));
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await expect(camera(page)).toHaveCount(0);
}

/** Expects that, after a reload, the uploaded photo is listed but not shown. */
async function expectListedAfterReload(page: Page): Promise<void> {
  await expect(page.getByText(/^Sent \d+\s\w+, \d\d:\d\d$/)).toHaveCount(1);
  await expect(
    page.getByText(/We won’t show it again, and you don’t need to retake it/),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: 'Photo of the front of your ID' })).toHaveCount(0);
}

/** Takes a photo while the network fails. The retries must use the same request id. */
async function sendOverBrokenLine(page: Page, clean: string[], tracks: Tracks): Promise<void> {
  // The fake camera's moving picture is at times sharp and at times blurred.
  await showPhoto(page, await cardPhoto(page));
  await tile(page, 'You, holding it').click();
  await button(page, 'Take the photo').click();
  await expect(camera(page).getByRole('status')).toContainText('Are your face and ID clear?');
  let broken = 0;
  await page.route('**/galaxy/picture/upload', async (route) => {
    await route.abort();
    broken += 1;
  });
  await button(page, 'Use this photo').click();
  await expect(page.getByRole('alert')).toContainText('Network Abnormal');
  const id = () => page.evaluate(() => localStorage.getItem('pending /picture/upload selfie'));
  const first = await id();
  expect(first).not.toBeNull();
  const before = broken;
  const again = page.getByRole('button', { name: 'You, holding it: Try again' });
  await again.click();
  // The first message is still visible, so count the aborted requests instead.
  await expect.poll(() => broken).toBeGreaterThan(before);
  await expect(again).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Network Abnormal');
  expect(await id()).toBe(first);
  clean.length = 0;
  await page.unroute('**/galaxy/picture/upload');
  await again.click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/You can turn this page’s camera permission off again/),
  ).toBeVisible();
  expect(await tracks()).toEqual(['ended']);
}

/** Expects a page to release the camera while hidden, and to reopen it once visible again. */
async function expectReleaseWhenHidden(page: Page, tracks: Tracks): Promise<void> {
  const setVisibility = (state: string) =>
    page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await tile(page, 'Front').click();
  await expect(button(page, 'Take the photo')).toBeVisible();
  expect(await tracks()).toContain('live');
  await setVisibility('hidden');
  await expect.poll(tracks).not.toContain('live');
  await setVisibility('visible');
  await expect(button(page, 'Take the photo')).toBeVisible();
  await button(page, 'Close the camera').click();
  await expect.poll(tracks).not.toContain('live');
}

/**
 * Uploads a blurred photo despite the second warning. Expects progress, and that the upload can be
 * stopped.
 */
async function sendOverSlowLine(page: Page, tracks: Tracks): Promise<void> {
  await showPhoto(page, await cardPhoto(page, { blurPx: 10 }));
  await tile(page, 'Front').click();
  for (const label of ['Take the photo', 'Retake', 'Take the photo']) {
    await button(page, label).click();
    await expect(camera(page).getByRole('status')).toContainText(
      label === 'Retake' ? 'Fit your ID in the frame' : 'It looks blurry',
    );
  }
  const shares = await progressOf(page);
  await slowLine(page, 4_000);
  await button(page, 'Use it anyway').click();
  // The browser sends 16 kB in one piece, which may be the whole picture of the fake camera.
  await expect.poll(async () => (await shares()).some((share) => share > 10)).toBe(true);
  await page.getByRole('button', { name: 'Front: Stop sending' }).click();
  await expect(page.getByRole('alert')).toContainText('Sending stopped.');
  await slowLine(page, -1);
  await page.getByRole('button', { name: 'Front: Try again' }).click();
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(2);
  expect(new Set(await tracks())).toEqual(new Set(['ended']));
}

/** Sends the application, with both photos uploaded by an earlier page. */
async function sendApplication(page: Page): Promise<void> {
  await expect(page.getByText(/^Sent \d+\s\w+, \d\d:\d\d$/)).toHaveCount(2);
  await page.getByLabel('ID type').selectOption('UMID');
  await page.getByLabel('ID number').fill('99-600000000160');
  await page.getByRole('button', { name: 'Send my application' }).click();
  await expect(page).toHaveURL(/\/status\//);
}

test(
  'ID photos upload from files and the camera, over unreliable and slow connections',
  atLength,
  async ({ page, baseURL, clean }) => {
    const tracks = await watchStreams(page);
    // This policy makes the browser refuse the camera, as if the borrower had denied it.
    await page.route('**/creditFile', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'permissions-policy': 'camera=()' },
      });
    });
    await openStep(page, String(baseURL), 60, 'identity');
    await test.step('choose files', () => sendFiles(page, clean));
    await page.unroute('**/creditFile');
    await page.reload();
    await test.step('reload the page', () => expectListedAfterReload(page));
    await test.step('upload while the network fails', () =>
      sendOverBrokenLine(page, clean, tracks));
    await test.step('hide the page while the camera is on', () =>
      expectReleaseWhenHidden(page, tracks));
    await test.step('upload over a slow connection', () => sendOverSlowLine(page, tracks));
    await page.reload();
    await test.step('send the application', () => sendApplication(page));
  },
);

test(
  'a photo upload may take longer than the timeout of other calls',
  atLength,
  async ({ page, baseURL }) => {
    await openStep(page, String(baseURL), 61, 'identity');
    const photo = await cardPhoto(page, { grain: 60 });
    const sizes: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/galaxy/picture/upload'))
        sizes.push(request.postData()?.length ?? 0);
    });
    const before = Date.now();
    await slowLine(page, 5000);
    await chooseFile(
      page,
      () => page.getByRole('button', { name: 'Front: From files' }).click(),
      photo,
    );
    const progress = page.getByRole('progressbar', { name: 'Front' });
    await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(20);
    expect(Number(await progress.getAttribute('value'))).toBeLessThan(100);
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 120_000 });
    expect(Date.now() - before).toBeGreaterThan(32_000);
    const [size = 0] = sizes;
    expect(sizes).toHaveLength(1);
    expect(size).toBeGreaterThan(200_000);
    expect(size).toBeLessThan(336_000);
  },
);
