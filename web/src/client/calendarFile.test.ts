import { asDay } from '@sandali/contract/day.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { calendarFile } from './calendarFile.ts';

afterEach(() => void vi.unstubAllEnvs());

const plain = {
  id: 'loan-1',
  title: 'Repay',
  note: 'Free',
  day: asDay('2026-12-31'),
  madeAtMs: Date.parse('2026-11-20T10:00:00+08:00'),
};
/** Unfolds lines as a calendar app does (RFC 5545, section 3.1). */
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');
const lineOf = (file: string, name: string) =>
  unfolded(file).find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`));

test('an entry keeps its Manila day, whatever the phone’s time zone', () => {
  const files = ['America/Los_Angeles', 'Asia/Manila', 'Pacific/Kiritimati'].map((timeZone) => {
    vi.stubEnv('TZ', timeZone);
    return calendarFile(plain);
  });
  expect(new Set(files).size).toBe(1);
  const file = files[0] ?? '';
  expect(lineOf(file, 'DTSTART')).toBe('DTSTART;VALUE=DATE:20261231');
  expect(lineOf(file, 'DTEND')).toBe('DTEND;VALUE=DATE:20270101');
  expect(lineOf(file, 'DTSTAMP')).toBe('DTSTAMP:20261120T020000Z');
  expect(unfolded(file).filter((line) => line.startsWith('TRIGGER'))).toEqual([
    'TRIGGER:-PT15H',
    'TRIGGER:PT9H',
  ]);
});

test('a new calendar file with a later day updates the existing entry', () => {
  const moved = calendarFile({ ...plain, day: asDay('2027-01-08') });
  expect(lineOf(moved, 'UID')).toBe(lineOf(calendarFile(plain), 'UID'));
  const sequence = (file: string) => Number(lineOf(file, 'SEQUENCE')?.split(':')[1]);
  expect(sequence(moved)).toBeGreaterThan(sequence(calendarFile(plain)));
  expect(sequence(moved)).toBeLessThan(2 ** 31);
});

test('an entry escapes special characters, keeps line breaks and drops control characters', () => {
  const file = calendarFile({
    ...plain,
    title: 'A, B; C\\D: "E"',
    note: 'one\ntwo\r\nthree\u0007\u0000',
  });
  expect(lineOf(file, 'SUMMARY')).toBe('SUMMARY:A\\, B\\; C\\\\D: "E"');
  expect(lineOf(file, 'DESCRIPTION')).toBe('DESCRIPTION:one\\ntwo\\nthree');
});

test('an entry’s text cannot inject lines into the calendar file', () => {
  const file = calendarFile({ ...plain, note: 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT' });
  expect(unfolded(file).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
});

test('calendar lines end with CR LF, have at most 75 octets and never split a character', () => {
  for (const sign of ['a', 'ñ', '₱', '期', '😀']) {
    const note = sign.repeat(200);
    const file = calendarFile({ ...plain, note });
    expect(file.endsWith('\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const sizes = file.split('\r\n').map((line) => new TextEncoder().encode(line).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
    expect(lineOf(file, 'DESCRIPTION')).toBe(`DESCRIPTION:${note}`);
  }
});
