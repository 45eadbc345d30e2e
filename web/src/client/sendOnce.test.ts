import { logout } from '@sandali/contract/account.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallResult } from './callServer.ts';
import type { Tries } from './sendOnce.ts';

type Reply = { kind: 'opened'; answer: object } | { kind: 'status'; status: number; answer: null };
const send = vi.fn<(sent: { requestId: string }) => Promise<Reply>>();
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const gateway = (status: number) => async (): Promise<Reply> => ({ kind: 'status', status, answer: null });
const answered = (code: string, data: unknown) => async (): Promise<Reply> => ({
  kind: 'opened',
  answer: { code, message: 'theirs', data },
});

const kept = new Map<string, string>();
const pendingKeys = () => [...kept.keys()].filter((name) => name.startsWith('pending'));
const phone = { onLine: true };
const events = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.doMock('./wire.ts', () => ({ send }));
  send.mockReset();
  kept.clear();
  phone.onLine = true;
  vi.stubGlobal('navigator', phone);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.doUnmock('./wire.ts');
  vi.unstubAllGlobals();
  vi.resetModules();
  vi.useRealTimers();
});

/** Sends a write until it is not sent by itself any more, as a screen does that nobody touches. */
async function press() {
  const { sendOnce, whenToSendAgain } = await import('./sendOnce.ts');
  const { activateLocale } = await import('#/i18n/loadCatalogs.ts');
  await activateLocale('en');
  const began = performance.now();
  const said: string[] = [];
  const atSeconds: number[] = [];
  let last: CallResult | undefined;
  const attempt = async (tries: Tries) => {
    atSeconds.push(Math.round((performance.now() - began) / 1000));
    last = await sendOnce(logout, '', {}, { tries });
    if (last.ok) return;
    said.push(last.message);
    if (last.plainMessage !== undefined) whenToSendAgain(tries, attempt);
  };
  await attempt(null);
  return { said, atSeconds, result: () => last };
}

const keepsTrying = 'Network Abnormal. We keep trying by ourselves for 3\u00a0minutes.';

test('a write that a line with a network loses is sent again as the same request, with waits that grow, until it is done', async () => {
  send.mockImplementationOnce(lost).mockImplementationOnce(gateway(504)).mockImplementationOnce(gateway(502));
  send.mockImplementation(answered('0000', {}));
  const way = await press();
  expect(way.said).toEqual([keepsTrying]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(way.atSeconds).toEqual([0, 2, 7, 17]);
  expect(way.result()).toMatchObject({ ok: true });
  expect(new Set(send.mock.calls.map(([{ requestId }]) => requestId)).size).toBe(1);
  expect(way.said.at(-1)).toBe('Bad gateway (502). We keep trying by ourselves for 3\u00a0minutes.');
  expect(pendingKeys()).toEqual([]);
});

test('after three minutes it ends, says what to do, and keeps its id for who sends it again', async () => {
  send.mockImplementation(lost);
  const way = await press();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(way.atSeconds).toEqual([0, 2, 7, 17, 37, 57, 77, 97, 117, 137, 157, 177]);
  expect(way.said.at(-1)).toBe(
    'Network Abnormal. We have tried for 3\u00a0minutes. Check your connection and send it again: it counts once.',
  );
  expect(pendingKeys()).toEqual([`pending ${logout.path}`]);
});

test('a refusal ends it, and so does what is no answer of a line: an odd status, a page of somebody else', async () => {
  for (const end of [answered('1003', null), gateway(403), gateway(200), answered('9999', null)]) {
    send.mockReset();
    send.mockImplementationOnce(lost).mockImplementation(end);
    const way = await press();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(way.atSeconds).toEqual([0, 2]);
    expect(way.result()).toMatchObject({ ok: false });
    expect(way.result()).not.toHaveProperty('plainMessage');
  }
});

test('without a network it waits for one, however long, and then has its tries anew', async () => {
  phone.onLine = false;
  send.mockImplementation(lost);
  const way = await press();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(way.said).toEqual(['Network Abnormal. It is sent by itself when you are connected.']);
  phone.onLine = true;
  events.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(way.atSeconds).toEqual([0, 3600, 3605]);
  expect(way.said.at(-1)).toBe(keepsTrying);
  send.mockImplementation(answered('0000', {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(way.result()).toMatchObject({ ok: true });
});
