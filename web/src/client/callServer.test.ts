import { feedbackSubmit } from '@sandali/contract/home.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { activateLocale, compileOverride, overrideTexts } from '#/i18n/loadCatalogs.ts';
import { currentLocale, getText } from '#/i18n/text.ts';
import { readReply, statusFailure, timeoutFor } from './callServer.ts';

afterEach(() => void vi.useRealTimers());

test('shows our own text for a known HTTP status, and leaves the write undecided', () => {
  expect(statusFailure(503, null)).toMatchObject({
    code: '',
    name: 'status',
    message: 'Service unavailable (503)',
    isDefinite: false,
  });
  expect(statusFailure(500, { code: '9001', message: 'theirs', data: null })).toMatchObject({
    name: 'systemError',
    message: 'Server error (500)',
    isDefinite: false,
  });
});

test('shows the server’s message for status 400, and our own text for other statuses', () => {
  expect(
    statusFailure(400, { code: '1001', message: 'Please try again.', data: null }),
  ).toMatchObject({
    name: 'bodyUnreadable',
    message: 'Please try again.',
  });
  expect(statusFailure(418, { code: 'x', message: 'tea', data: null })).toMatchObject({
    name: 'status',
    message: 'Service error (418)',
  });
  expect(statusFailure(400, null).message).toBe('Request failed with status code 400');
});

test('lists only valid names of refused fields', () => {
  const reply = (data: unknown) =>
    readReply(feedbackSubmit, {
      kind: 'opened',
      answer: { code: '1007', message: 'Check: City.', data },
    });
  const failure = { ok: false, name: 'inputInvalid', message: 'Check: City.', isDefinite: true };
  expect(reply({ fields: ['describe', 3, null] })).toEqual({
    ...failure,
    code: '1007',
    fields: ['describe'],
  });
  for (const data of [null, {}, { fields: 'describe' }])
    expect(reply(data)).toEqual({ ...failure, code: '1007', fields: [] });
});

test('the lender’s texts replace ours in the same language', async () => {
  expect(compileOverride('No. {number}!')).toEqual(['No. ', ['number'], '!']);
  await overrideTexts({
    en: { 'http.other': 'Oh no, {status}', 'net.abnormal': 'No line' },
    fil: { 'net.abnormal': 'Walang linya' },
  });
  expect(getText('http.other', { status: 418 })).toBe('Oh no, 418');
  expect(getText('net.abnormal')).toBe('No line');
  await activateLocale('fil');
  expect(getText('net.abnormal')).toBe('Walang linya');
  expect(currentLocale()).toBe('fil');
  await overrideTexts({});
  expect(getText('net.abnormal')).toBe('May problema sa network');
});

test('keeps the new language if the lender’s texts arrive while it is changing', async () => {
  await activateLocale('en');
  await Promise.all([
    activateLocale('fil'),
    overrideTexts({ fil: { 'net.abnormal': 'Walang linya' } }),
  ]);
  expect([currentLocale(), getText('net.abnormal')]).toEqual(['fil', 'Walang linya']);
  await overrideTexts({});
});

test('a call times out after 30 s, and an upload one minute after its last progress', () => {
  vi.useFakeTimers();
  const call = timeoutFor(undefined);
  vi.advanceTimersByTime(29_999);
  expect(call.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(call.signal.aborted).toBe(true);
  const shares: number[] = [];
  const upload = timeoutFor((share) => shares.push(share));
  // This is an upload of 333 kB at 10 kB/s.
  for (let second = 1; second <= 34; second += 1) {
    vi.advanceTimersByTime(1000);
    upload.onProgress?.(second / 34);
  }
  expect([shares.length, shares.at(-1), upload.signal.aborted]).toEqual([34, 1, false]);
  vi.advanceTimersByTime(59_999);
  expect(upload.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(upload.signal.aborted).toBe(true);
  const done = timeoutFor(() => {});
  done.end();
  vi.advanceTimersByTime(600_000);
  expect(done.signal.aborted).toBe(false);
});
