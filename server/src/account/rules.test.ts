import { expect, test } from 'vitest';
import { commonPasswords } from '#/data/common-passwords.ts';
import { isTooCommon, secondsToWait } from './rules.ts';

const phone = '+639171234567';

test.each([
  'password',
  'Password1',
  'PASSWORD2024',
  'p@ssw0rd123',
  'sunshine1',
  'iloveyou!',
  'mahalkita123',
  'jesus777',
  '12345678',
  '87654321',
  '23456789',
  'abcdefgh',
  'zyxwvuts',
  'qwertyuiop',
  'poiuytrewq',
  'aaaaaaaa',
  'abababab',
  'abcdabcd',
  '09171234567',
  '9171234567',
  '+63 917 123 4567',
])('refuses the password %j as too common', (password) => {
  expect(isTooCommon(password, phone)).toBe(true);
});

test.each([
  'tubig sa dagat',
  'correct horse',
  'k7!mvq2z',
  'Sampaguita na puti',
  '09181234567',
  'bahay09171234567',
  'пароль для меня',
])('accepts the password %j', (password) => {
  expect(isTooCommon(password, phone)).toBe(false);
});

test('commonPasswords lists only lowercase passwords of at least eight characters', () => {
  expect(
    [...commonPasswords].filter((word) => [...word].length < 8 || word !== word.toLowerCase()),
  ).toEqual([]);
});

test('secondsToWait returns whole seconds, rounded up', () => {
  const wall = Temporal.Instant.from('2026-04-01T02:00:00Z');
  expect(secondsToWait(null, wall, 60)).toBe(0);
  expect(secondsToWait(wall, wall, 60)).toBe(60);
  expect(secondsToWait(wall.subtract({ milliseconds: 58_999 }), wall, 60)).toBe(2);
  expect(secondsToWait(wall.subtract({ milliseconds: 59_000 }), wall, 60)).toBe(1);
  expect(secondsToWait(wall.subtract({ seconds: 60 }), wall, 60)).toBe(0);
});
