import { expect, test } from 'vitest';
import { type Entry, isBetweenTabs, moveBetween, readEntry, splitAddress } from './history.ts';
import { isOwnAddress } from './paths.ts';

const at = (place: number, move: Entry['move']): Entry => ({ place, move });

test.each([
  ['a step back reverses a slide', at(1, 'forward'), at(0, 'none'), 'back'],
  ['a step forward repeats a slide', at(0, 'none'), at(1, 'forward'), 'forward'],
  ['a step back between tabs does not slide', at(1, 'none'), at(0, 'none'), 'none'],
  ['a step forward between tabs does not slide', at(0, 'none'), at(1, 'none'), 'none'],
  [
    'a step back from a tab does not slide, even to a page that was slid to',
    at(2, 'none'),
    at(1, 'forward'),
    'none',
  ],
] as const)('%s', (_, from, to, move) => {
  expect(moveBetween(from, to)).toBe(move);
});

test.each([
  ['/wealth', '/home', true],
  ['/my', '/wealth', true],
  ['/home', '/loan', false],
  ['/loanResult', '/home', false],
])('counts a move from %s to %s as between tabs: %s', (from, to, isBetween) => {
  expect(isBetweenTabs(from, to)).toBe(isBetween);
});

test('treats a foreign history state as the first entry', () => {
  for (const state of [null, 'x', 7, {}, { place: -1, move: 'up' }, { place: 1.5 }])
    expect(readEntry(state)).toEqual({ place: 0, move: 'none' });
  expect(readEntry({ place: 2, move: 'forward', returnTo: '/loan' })).toEqual({
    place: 2,
    move: 'forward',
    returnTo: '/loan',
  });
  expect(readEntry({ place: 2, move: 'back', returnTo: '//evil.example' })).toEqual({
    place: 2,
    move: 'back',
  });
});

test('splits addresses into path and query, and recognises the app’s own addresses', () => {
  expect(splitAddress('/billDetail?id=1#x')).toEqual({ path: '/billDetail', search: '?id=1' });
  expect(splitAddress('/home/')).toEqual({ path: '/home', search: '' });
  expect(splitAddress('/')).toEqual({ path: '/', search: '' });
  for (const foreign of [
    'https://a.example',
    '//a.example',
    '/\\a.example',
    '/\t/a.example',
    '\n//a.example',
    'home',
    '',
  ])
    expect(isOwnAddress(foreign)).toBe(false);
  expect(isOwnAddress('/home')).toBe(true);
});
