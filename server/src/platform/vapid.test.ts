import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVapid } from './vapid.ts';

/** A key pair from RFC 8291, appendix A. */
const pair = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  publicKey:
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
};
let dataDir = '';
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-vapid-'));
});
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));
const file = () => path.join(dataDir, 'keys/vapid.key');
const sandbox = () => ({
  vapidPrivateKey: null,
  isSandbox: true,
  dataDir,
  origin: 'http://localhost:8080',
});

test('the sandbox creates its VAPID key once, in a file that only its owner can read', () => {
  const first = openVapid(sandbox());
  expect(first?.publicKey).toMatch(/^B[\w-]{86}$/);
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
  expect(openVapid(sandbox())).toEqual(first);
  expect(first?.subject).toBe('mailto:push@localhost');
});

test('production without a VAPID key offers no notifications', () => {
  const production = {
    vapidPrivateKey: null,
    isSandbox: false,
    dataDir,
    origin: 'https://app.example',
  };
  expect(openVapid(production)).toBeNull();
  expect(openVapid({ ...production, vapidPrivateKey: pair.privateKey })).toEqual({
    ...pair,
    subject: 'https://app.example',
  });
  expect(fs.existsSync(file())).toBe(false);
});

test.each([
  'short',
  Buffer.alloc(32).toString('base64url'),
  `${pair.privateKey}=`,
  Buffer.alloc(33, 1).toString('base64url'),
])('the server does not start with the invalid VAPID key %s', (vapidPrivateKey) => {
  expect(() => openVapid({ ...sandbox(), vapidPrivateKey })).toThrow(
    /^VAPID_PRIVATE_KEY must be a private P-256 key/,
  );
});

test('the server refuses to start with a damaged VAPID key file, and names the file', () => {
  openVapid(sandbox());
  fs.writeFileSync(file(), 'x');
  expect(() => openVapid(sandbox())).toThrow(/^The key .*vapid\.key must be a private P-256 key/);
});
