// Calls /sandbox/api, for SMS messages, the clock, the books and payouts.
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import { expect } from '../tests/fixture.ts';

async function json<T>(answer: APIResponse): Promise<T> {
  expect(answer.ok(), await answer.text()).toBe(true);
  return await answer.json();
}

/**
 * Waits until a phone number (in local form) has received more than `codesSoFar` codes.
 * @returns the newest code
 */
export async function smsCode(
  request: APIRequestContext,
  phone: string,
  codesSoFar = 0,
): Promise<string> {
  let codes: string[] = [];
  await expect
    .poll(async () => {
      const { messages } = await json<{ messages: { code: string | null }[] }>(
        await request.get('/sandbox/api/messages', { params: { phone } }),
      );
      codes = messages.map((message) => message.code).filter((code) => code !== null);
      return codes.length;
    })
    .toBeGreaterThan(codesSoFar);
  return codes[0] as string;
}

/** Makes a device known for the borrower with this phone number (E.164). */
export async function knowDevice(
  request: APIRequestContext,
  phone: string,
  deviceId: string,
): Promise<void> {
  await json(await request.post('/sandbox/api/device', { data: { phone, deviceId } }));
}

/**
 * Makes the last proof of identity fifteen minutes old, for the borrower with this number (E.164).
 */
export async function expireProof(request: APIRequestContext, phone: string): Promise<void> {
  await json(await request.post('/sandbox/api/proof', { data: { phone } }));
}

/**
 * Waits for a picture code for this page's device.
 * @returns the digits of the newest picture code
 */
export async function pictureDigits(page: Page): Promise<string> {
  const deviceId = await page.evaluate(() => localStorage.getItem('deviceId') ?? '');
  let digits = '';
  await expect
    .poll(async () => {
      const answer = await page.request.get('/sandbox/api/picture', { params: { deviceId } });
      if (answer.ok()) digits = (await answer.json()).digits;
      return answer.status();
    })
    .toBe(200);
  return digits;
}

export async function addDays(request: APIRequestContext, days: number): Promise<void> {
  await json(await request.post('/sandbox/api/clock', { data: { days } }));
}

export async function sandboxNow(request: APIRequestContext): Promise<string> {
  return (
    await json<{ now: string }>(await request.post('/sandbox/api/clock', { data: { hours: 0 } }))
  ).now;
}

/** Advances business time to the next 10:00 in Manila. */
export const advanceToTen = (request: APIRequestContext) => advanceToHour(request, 10);

/** Advances business time to the next start of this hour in Manila. */
export async function advanceToHour(request: APIRequestContext, hour: number): Promise<void> {
  const here = new Date(Date.parse(await sandboxNow(request)) + 8 * 3_600_000);
  const hours = here.getUTCHours() + here.getUTCMinutes() / 60;
  await json(
    await request.post('/sandbox/api/clock', { data: { hours: (24 + hour - hours) % 24 } }),
  );
}

/** Returns the inconsistencies found in the books. */
export async function brokenBooks(request: APIRequestContext): Promise<unknown[]> {
  return (await json<{ breaks: unknown[] }>(await request.get('/sandbox/api/books'))).breaks;
}

type Payout = { reference: string; state: string; amountCentavos: number };

/** Returns the payouts that the bank has received, newest first. */
export async function payouts(request: APIRequestContext): Promise<Payout[]> {
  return (await json<{ payouts: Payout[] }>(await request.get('/sandbox/api/payouts'))).payouts;
}

/**
 * Pays an amount in pesos with a code that belongs to nobody, as the form of the sandbox page does.
 * @returns the code
 */
export async function payUnknownCode(
  request: APIRequestContext,
  { origin, pesos }: { origin: string; pesos: string },
): Promise<string> {
  const code = `77${Date.now() % 10_000_000_000}`;
  const answer = await request.post(`${origin}/sandbox/pay`, {
    form: { taken: 'anyway', code, pesos, currency: 'PHP' },
    headers: { origin },
    maxRedirects: 0,
  });
  expect(answer.headers().location).toContain('done=taken');
  return code;
}
