import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { CannotStart } from '#/db/cannot-start.ts';
import { readConfig } from './config.ts';

const root = path.join(import.meta.dirname, '../../..');

test('without any variable it is the sandbox on this machine', () => {
  expect(readConfig({}, root)).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    hookPort: 8081,
    opsPort: 8082,
    isSandbox: true,
    isPlainAllowed: false,
  });
});

test('.env.example lists exactly the variables that are read, with their defaults', () => {
  const rows = fs
    .readFileSync(path.join(root, '.env.example'), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => line.split('=') as [string, string]);
  const asked = new Set<string>();
  const spy = new Proxy<Record<string, string | undefined>>({}, { get: (_, name) => void asked.add(String(name)) });
  const byDefault = readConfig(spy, root);
  expect(rows.map(([name]) => name).sort()).toEqual([...asked].sort());
  expect(readConfig(Object.fromEntries(rows), root)).toEqual(byDefault);
});

test.each([
  [{ PORT: '99999' }, /PORT must be a whole number from 1 to 65535/],
  [{ PORT: '80.5' }, /PORT/],
  [{ HOOK_PORT: '8080' }, /three different ports/],
  [{ PORT: '65534' }, /PORT=65534 leaves no ports for HOOK_PORT and OPS_PORT/],
  [{ DATABASE_URL: 'localhost', DATABASE_OWNER_URL: 'postgres://owner@h/d' }, /^DATABASE_URL must look like postgres:/],
  [{ DATABASE_URL: 'postgres://app@h/d', DATABASE_OWNER_URL: 'http://o@h/d' }, /^DATABASE_OWNER_URL must look like postgres:/],
  [{ ROOT_PUBLIC_KEY: 'given' }, /^ROOT_PUBLIC_KEY must be the public part of an EC P-256 key/],
  [{ SANDBOX: 'yes' }, /SANDBOX must be 0 or 1/],
  [{ CATALOGUE: 'big' }, /CATALOGUE must be one of default, small-ticket/],
  [{ DATABASE_URL: 'postgres://app@h/d' }, /both DATABASE_URL .* and DATABASE_OWNER_URL/],
  [{ DATABASE_URL: 'postgres://app@h/d', DATABASE_OWNER_URL: 'postgres://app@h/d' }, /two different roles/],
  [{ SANDBOX: '0', ALLOW_PLAIN: '1' }, /ALLOW_PLAIN=1 is for the sandbox only/],
  [{ SANDBOX: '0' }, /Production needs DATABASE_URL/],
])('%j stops the start with a sentence', (env, sentence) => {
  expect(() => readConfig(env, root)).toThrow(CannotStart);
  expect(() => readConfig(env, root)).toThrow(sentence);
});
