import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { keyListText } from '@sandali/contract/settings.ts';
import { afterAll, expect, test } from 'vitest';
import { CannotStart } from '#/db/cannot-start.ts';
import { openKeyRing } from './keys.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keys-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
fs.writeFileSync(path.join(folder, 'root.pem'), root.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const start = Temporal.Instant.from('2026-11-20T02:00:00Z');
const privateFiles = () => fs.readdirSync(folder).filter((name) => name.startsWith('k-'));

test('a key a day, two accepted, the private part gone after two days; the list signed by the root', () => {
  const ring = openKeyRing(folder, start);
  const [first] = ring.list().keys;
  expect(ring.list().keys).toHaveLength(1);
  ring.refresh(start.add({ hours: 23 }));
  expect(ring.list().keys).toHaveLength(1);
  ring.refresh(start.add({ hours: 24 }));
  expect(ring.list().keys).toHaveLength(2);
  expect(ring.list().keys[1]?.kid).toBe(first?.kid);
  expect(ring.find(first?.kid ?? '', start.add({ hours: 47 }))).not.toBeNull();
  expect(ring.find(first?.kid ?? '', start.add({ hours: 49 }))).toBeNull();
  ring.refresh(start.add({ hours: 49 }));
  expect(ring.list().keys.map((key) => key.kid)).not.toContain(first?.kid);
  expect(privateFiles()).toHaveLength(ring.list().keys.length);
  const { keys, signature } = ring.list();
  const isSigned = verify(
    'sha256',
    Buffer.from(keyListText(keys)),
    { key: createPublicKey(root.publicKey.export({ type: 'spki', format: 'pem' })), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
});

test('a second start keeps the keys, and an unknown key is none', () => {
  const at = start.add({ hours: 50 });
  const before = openKeyRing(folder, at)
    .list()
    .keys.map((key) => key.kid);
  const again = openKeyRing(folder, at);
  expect(again.list().keys.map((key) => key.kid)).toEqual(before);
  expect(again.find('k-none', at)).toBeNull();
});

test.each(['root.pem', 'list.json'])('an empty %s stops the start with a sentence', (name) => {
  const at = start.add({ hours: 50 });
  const file = path.join(folder, name);
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, '');
  expect(() => openKeyRing(folder, at)).toThrow(
    new CannotStart(`The key file ${file} is damaged. Put it back, or delete it: the sandbox makes another at the next start.`),
  );
  fs.writeFileSync(file, text);
  openKeyRing(folder, at);
});
