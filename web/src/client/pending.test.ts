import { beforeEach, expect, test, vi } from 'vitest';
import { isPending, pendingId, settlePending } from './pending.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  settlePending('/loan/apply', 'q');
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});

test('stores and repeats a request id until it is settled', () => {
  const id = pendingId('/loan/apply', 'q', { amount: 1 });
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([...stored]).toEqual([['pending /loan/apply q', id]]);
  expect(pendingId('/loan/apply', 'q', { amount: 1 })).toBe(id);
  expect(isPending('/loan/apply', 'q')).toBe(true);
  settlePending('/loan/apply', 'q');
  expect([...stored]).toEqual([]);
  expect(isPending('/loan/apply', 'q')).toBe(false);
  expect(pendingId('/loan/apply', 'q', { amount: 1 })).not.toBe(id);
});

test('creates a new request id for another key, another call or a changed input', () => {
  const id = pendingId('/loan/apply', 'q', { amount: 1 });
  expect(pendingId('/loan/apply', 'other', { amount: 1 })).not.toBe(id);
  expect(pendingId('/bankcard/add', 'q', { amount: 1 })).not.toBe(id);
  expect(pendingId('/loan/apply', 'q', { amount: 2 })).not.toBe(id);
});

test('reuses the stored request id after a reload', async () => {
  stored.set('pending /loan/apply q', 'stored');
  vi.resetModules();
  const again = await import('./pending.ts');
  expect(again.pendingId('/loan/apply', 'q', { amount: 1 })).toBe('stored');
});

test('never stores the input of a request', () => {
  pendingId('/v2/logonRegister', '', { password: 'mangga 24' });
  expect(JSON.stringify([...stored])).not.toContain('mangga');
});

test('without browser storage, keeps the request id for the visit', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {},
  });
  const id = pendingId('/loan/apply', 'q', {});
  expect(pendingId('/loan/apply', 'q', {})).toBe(id);
});

test('a write with a photo is the same request only if the photo’s bytes are the same', () => {
  const photo = (last: number) => ({ purpose: 'selfie', bytes: Uint8Array.from([1, 2, 3, last]) });
  const id = pendingId('/loan/apply', 'q', photo(4));
  expect(pendingId('/loan/apply', 'q', photo(4))).toBe(id);
  expect(pendingId('/loan/apply', 'q', photo(5))).not.toBe(id);
});
