import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { handbookFile, handbookText } from './handbook.ts';

test('docs/operators/commands.md is up to date (npm run handbook writes it)', () => {
  expect(fs.readFileSync(handbookFile, 'utf8')).toBe(handbookText());
});
