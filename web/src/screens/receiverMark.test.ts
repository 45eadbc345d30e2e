import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { receiverColours } from './ReceiverMark.tsx';

/** Returns the relative luminance of a colour such as '#0a3d91' (WCAG 2). */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each(Object.entries(receiverColours))(
  'white letters are legible on the tile of %s',
  (_, colour) => {
    expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThanOrEqual(4.5);
  },
);

/** Returns the marks in the server's list. Counters show their channel's icon, not a mark. */
const marksOf = (list: 'banks' | 'wallets') => {
  const text = fs.readFileSync(
    path.join(import.meta.dirname, `../../../server/src/data/${list}.ts`),
    'utf8',
  );
  return [...text.matchAll(/\b(?:bank|wallet)\('\w+', '(\w+)', '/g)].map(([, mark = '']) => mark);
};

test('exactly the banks and wallets in the server’s lists have tile colours', () => {
  const [banks, wallets] = [marksOf('banks'), marksOf('wallets')];
  expect([banks.length, wallets.length]).toEqual([25, 5]);
  expect(Object.keys(receiverColours).sort()).toEqual([...banks, ...wallets].sort());
});
