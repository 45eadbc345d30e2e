// Reminders, notifications, calendar entries and the list of sent messages.
import * as fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { personWithLoan } from '../life/by-calls.ts';
import { openLoggedIn } from '../life/session.ts';
import { hostAnswers, hostCalls, installShell } from '../native/shell.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test.use({ serviceWorkers: 'allow' }); // notifications need the worker

/** Simulates a push subscription, because a real one needs the internet. */
async function imitatePushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const keys: Record<string, Uint8Array<ArrayBuffer>> = {
      p256dh: new Uint8Array(65).fill(4),
      auth: new Uint8Array(16),
    };
    PushManager.prototype.subscribe = async () =>
      ({
        endpoint: 'https://fcm.googleapis.com/fcm/send/imitated',
        getKey: (name: string) => keys[name]?.buffer ?? null,
      }) as PushSubscription;
  });
}

type Shown = { title: string; body: string; opens: string };

/**
 * Delivers a push to the service worker.
 * @returns the notifications that the worker shows; they are recorded, because a headless browser
 * does not display them
 */
async function push(page: Page, data: string): Promise<Shown[]> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => {
    const shown: unknown[] = [];
    Object.assign(self, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data } = {}) =>
      void shown.push({ title, body, ...data });
  });
  const devtools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const current = registrations.find((registration) => !registration.isDeleted);
      if (current) resolve(current.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: shared.origin,
    registrationId: await registrationId,
    data,
  });
  const shown = async () =>
    (await worker?.evaluate(() => (self as unknown as { shown: Shown[] }).shown)) ?? [];
  await expect.poll(async () => (await shown()).length).toBe(1);
  return await shown();
}

test(
  'a borrower turns on notifications, adds the due date to a calendar, and reads messages',
  atLength,
  async ({ page, context }) => {
    const { life, loanId } = await personWithLoan(shared.origin, 400, 1400);
    await imitatePushService(page);
    await openLoggedIn(page, life);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.getByRole('navigation').getByRole('link', { name: 'My' }).click();
    await page.getByRole('link', { name: 'Messages' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'was sent to your' })).toBeVisible();

    await page.goBack();
    await page.getByRole('link', { name: 'Reminders' }).click();
    await expect(page.getByRole('radio', { name: /By SMS/ })).toBeChecked();
    await page.getByRole('radio', { name: /As a notification/ }).check();
    await context.grantPermissions(['notifications'], { origin: shared.origin });
    await page.getByLabel('At what time').selectOption('20:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your reminders are saved.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: /As a notification/ })).toBeChecked();
    await expect(page.getByLabel('At what time')).toHaveValue('20');
    const note = {
      body: '₱61,800.00 is due tomorrow',
      opens: `/billDetail?loanId=${loanId}`,
      tag: 'm-1',
    };
    expect(await push(page, JSON.stringify(note))).toEqual([
      { title: 'Sandali', body: note.body, opens: note.opens },
    ]);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Add to your calendar/ }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^sandali-\d{4}-\d\d-\d\d\.ics$/);
    const written = await fs.readFile(await file.path(), 'utf8');
    expect(written).toContain('SUMMARY:Repay ₱61\\,800.00 to Sandali');
    expect(written).toMatch(/\r\nDTSTART;VALUE=DATE:\d{8}\r\n/);
    await expect(page.getByText('Saved as a file')).toBeVisible();

    const inShell = await context.newPage();
    await installShell(inShell);
    await inShell.goto('/reminders');
    await expect(inShell.getByRole('button', { name: /Saved as a file/ })).toBeVisible();
    await hostAnswers(inShell, 'addToCalendar', { result: 'done' });
    await inShell.getByRole('button', { name: /Saved as a file/ }).click();
    await expect(inShell.getByText('The due date is in your calendar.')).toBeVisible();
    await expect(inShell.getByText('In your calendar', { exact: true })).toBeVisible();
    const [call] = await hostCalls(inShell);
    expect(call).toMatchObject({
      call: 'addToCalendar',
      input: { title: 'Repay ₱61,800.00 to Sandali' },
    });
    expect(call?.input.day?.replaceAll('-', '')).toBe(/DATE:(\d{8})/.exec(written)?.[1]);
  },
);
