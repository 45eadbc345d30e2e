// Calls with literal paths, headers and keys, so that tests of the specification fail if the
// contract renames a field.

import { newId, randomBytes } from '#/platform/random.ts';
import type { Person, TestApp } from './app.ts';

// biome-ignore lint/suspicious/noExplicitAny: each test checks the type itself
export type RawAnswer = { status: number; code: string; message: string; data: any };

/**
 * Returns a device that makes literal calls; with `as`, under that client's device id and session.
 */
export function rawClient(app: TestApp, as?: Person['client']) {
  const device = {
    token: as?.token ?? '',
    deviceId: as?.deviceId ?? randomBytes(16).toString('base64url'),
  };

  /** Makes the call POST /galaxy<path>. */
  async function post(
    path: string,
    body: object = {},
    headers: Record<string, string> = {},
  ): Promise<RawAnswer> {
    const inside = {
      ts: app.clocks.wall().epochMilliseconds,
      requestId: newId(app.clocks.wall()),
      deviceId: device.deviceId,
      body,
    };
    const text = JSON.stringify(path === '/init' ? body : inside);
    const allHeaders = new Headers({
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(text)),
    });
    if (device.token) allHeaders.set('X-Auth-Token', device.token);
    for (const [name, value] of Object.entries(headers)) allHeaders.set(name, value);
    const answer = await app.listener.fetch(
      new Request(`http://localhost:8080/galaxy${path}`, {
        method: 'POST',
        headers: allHeaders,
        body: text,
      }),
    );
    return { status: answer.status, ...((await answer.json()) as Omit<RawAnswer, 'status'>) };
  }

  /** Makes a call and returns its data. @throws unless the code is 0000. */
  async function got(path: string, body: object = {}): Promise<RawAnswer['data']> {
    const { status, code, message, data } = await post(path, body);
    if (status !== 200 || code !== '0000')
      throw new Error(`${path} was answered ${status} ${code}: ${message} ${JSON.stringify(data)}`);
    return data;
  }

  return { device, post, got };
}
