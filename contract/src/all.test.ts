import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { allCalls } from './all.ts';
import type { AnyCall } from './call.ts';

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'request' in value;

test('the list of all calls contains every call that the contract declares', async () => {
  const names = fs
    .readdirSync(import.meta.dirname)
    .filter((name) => /^\w+\.ts$/.test(name) && name !== 'all.ts');
  const files = await Promise.all(
    names.map((name) => import(path.join(import.meta.dirname, name))),
  );
  const declared = files
    .flatMap((file) => Object.values(file).filter(isCall))
    .map((call) => call.path);
  expect(declared.toSorted()).toEqual(allCalls.map((call) => call.path).toSorted());
});
