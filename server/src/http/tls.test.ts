import * as fs from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as os from 'node:os';
import * as path from 'node:path';
import * as tls from 'node:tls';
import { Hono } from 'hono';
import { afterAll, expect, test, vi } from 'vitest';
import { CannotStart } from '#/platform/cannot-start.ts';
import { createLog } from '#/platform/log.ts';
import { selfSigned } from '#/testing/certificate.ts';
import { onlyByTls } from './headers.ts';
import { openDoor } from './listen.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tls-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const files = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') };
const write = ({ cert, key }: { cert: string; key: string }) => {
  fs.writeFileSync(files.certFile, cert);
  fs.writeFileSync(files.keyFile, key);
};
const app = new Hono().use(onlyByTls(0)).get('/', (c) => c.text('hello'));
const lines: string[] = [];
const log = createLog('info', (line) => lines.push(JSON.parse(line).msg));

const at = { host: '127.0.0.1', port: 0, name: 'PORT' };

async function opened(of: Parameters<typeof openDoor>[1] = null) {
  const door = await openDoor(at, of);
  door.serve(app.fetch);
  return door;
}

type Came = { status: number | undefined; headers: http.IncomingHttpHeaders; text: string };
const get = (url: string, options: https.RequestOptions = {}) =>
  new Promise<Came>((resolve, reject) => {
    const ask = url.startsWith('https:') ? https.get : http.get;
    ask(url, { agent: false, ...options }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    }).on('error', reject);
  });

/** Returns the common name in the server's certificate. */
const nameShown = (port: number, ca: string) =>
  new Promise<unknown>((resolve, reject) => {
    const socket = tls.connect({ port, host: '127.0.0.1', ca }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.end();
    });
    socket.on('error', reject);
  });

test('with certificate files, the server speaks TLS 1.2 or above and sends HSTS', async () => {
  const pair = selfSigned('first');
  write(pair);
  const { port, close } = await opened({ ...files, log });
  const { text, headers } = await get(`https://127.0.0.1:${port}/`, { ca: pair.cert });
  expect([text, headers['strict-transport-security']]).toEqual([
    'hello',
    'max-age=31536000; includeSubDomains',
  ]);
  await expect(get(`https://127.0.0.1:${port}/`)).rejects.toThrow(/self-signed/);
  await expect(
    get(`https://127.0.0.1:${port}/`, {
      ca: pair.cert,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
    }),
  ).rejects.toThrow();
  await expect(get(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  await close();
});

test('without certificate files, the server speaks HTTP and does not send HSTS', async () => {
  const { port, close } = await opened();
  const { text, headers } = await get(`http://127.0.0.1:${port}/`, {
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect([text, headers['strict-transport-security']]).toEqual(['hello', undefined]);
  expect(
    (await get(`http://127.0.0.1:${port}/`, { headers: { 'x-sub-channel': 'x'.repeat(9000) } }))
      .status,
  ).toBe(431);
  await close();
});

test('reloads a renewed certificate, but keeps the old one if the new one is invalid', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const [first, second] = [selfSigned('first'), selfSigned('second', 2048)];
    write(first);
    const { port, close, certificateEndsAt } = await opened({ ...files, log });
    const endYear = () => certificateEndsAt()?.toZonedDateTimeISO('UTC').year;
    expect(await nameShown(port, first.cert)).toBe('first');
    lines.length = 0;
    fs.writeFileSync(files.certFile, second.cert); // halfway through a renewal
    vi.advanceTimersByTime(60_000);
    expect([await nameShown(port, first.cert), endYear(), lines]).toEqual([
      'first',
      2049,
      ['the certificate files cannot be used'],
    ]);
    write(second);
    vi.advanceTimersByTime(60_000);
    expect([await nameShown(port, second.cert), endYear(), lines.at(-1)]).toEqual([
      'second',
      2048,
      'a new certificate is in use',
    ]);
    vi.advanceTimersByTime(180_000);
    expect(lines).toHaveLength(2);
    vi.useRealTimers();
    await close();
  } finally {
    vi.useRealTimers();
  }
});

test('the server does not start if the certificate files are missing or do not match', async () => {
  const start = (of: typeof files) => openDoor(at, { ...of, log });
  write(selfSigned('one'));
  const missing = path.join(folder, 'none.pem');
  await expect(start({ ...files, keyFile: missing })).rejects.toThrow(
    new CannotStart(`TLS_KEY_FILE=${missing} cannot be read.`),
  );
  fs.writeFileSync(files.keyFile, selfSigned('other').key);
  await expect(start(files)).rejects.toThrow(
    /must be a certificate and its own private key, in PEM format\.$/,
  );
  fs.writeFileSync(files.certFile, 'no certificate');
  await expect(start(files)).rejects.toThrow(CannotStart);
});
