// Tests the names that the specification prescribes: headers of every call (§7) and keys in local
// storage (§3).
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Sent = { path: string; token: string; headers: Record<string, string>; signal: AbortSignal };
let sent: Sent[] = [];
let stored: Map<string, string>;

beforeEach(() => {
  sent = [];
  stored = new Map();
  vi.resetModules();
  const answer = { code: '0000', message: '', data: {} };
  const send = async (request: Sent) => {
    sent.push(request);
    return { kind: 'opened', answer };
  };
  vi.doMock('./wire.ts', () => ({ send }));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('./wire.ts');
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Returns the headers of a call, with a shell if one is given. */
async function headersOf(shell?: object): Promise<Record<string, string>> {
  vi.resetModules();
  if (shell) vi.stubGlobal('window', { SandaliShell: { getConfig: () => JSON.stringify(shell) } });
  const { callServer } = await import('./callServer.ts');
  const { logout } = await import('@sandali/contract/account.ts');
  expect((await callServer(logout, {})).ok).toBe(true);
  return sent.at(-1)?.headers ?? {};
}

test('every call sends the headers in the specification, with the shell’s ids', async () => {
  stored.set('Token', 'stored-token');
  const always = {
    'Content-Type': 'application/json',
    'X-Auth-Token': 'stored-token',
    'X-Channel': 'sandali',
    'X-Local': 'en',
  };
  const web = await headersOf();
  expect(web).toMatchObject({
    ...always,
    'X-Sub-Channel': '',
    'x-terminal-type': 'web',
    'X-Encrypted': '1',
  });
  expect(web).not.toHaveProperty('x-advertising-id');
  expect(web).not.toHaveProperty('x-appsflyer-id');
  const ids = {
    subChannel: 'shop-7',
    advertisingConsent: true,
    advertisingId: 'a-1',
    appsflyerId: 'f-1',
  };
  const native = {
    ...always,
    'X-Sub-Channel': 'shop-7',
    'x-advertising-id': 'a-1',
    'x-appsflyer-id': 'f-1',
  };
  expect(await headersOf(ids)).toMatchObject({
    ...native,
    'x-terminal-type': 'native',
    'X-Encrypted': '1',
  });
});

test('times out a call after 30 seconds', async () => {
  vi.useFakeTimers();
  let sentSignal: AbortSignal | undefined;
  vi.doMock('./wire.ts', () => ({
    send: async ({ signal }: Sent) => {
      sentSignal = signal;
      await new Promise((_, fail) =>
        signal.addEventListener('abort', () => fail(new Error('aborted'))),
      );
    },
  }));
  const { callServer } = await import('./callServer.ts');
  const { logout } = await import('@sandali/contract/account.ts');
  const { activateLocale } = await import('#/i18n/loadCatalogs.ts');
  await activateLocale('en');
  const result = callServer(logout, {});
  await vi.advanceTimersByTimeAsync(29_999);
  expect(sentSignal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(sentSignal?.aborted).toBe(true);
  expect(await result).toMatchObject({
    ok: false,
    name: 'timeout',
    message: 'Network abnormal, please try again later.',
  });
});

test('stores a session as Token, tokenFlag and userGid until it ends', async () => {
  const { beginSession, endSession } = await import('./session.ts');
  beginSession({ token: 't-1', userGid: 'g-1' });
  expect(Object.fromEntries(stored)).toEqual({ Token: 't-1', tokenFlag: '1', userGid: 'g-1' });
  endSession('refused', 't-1');
  expect([...stored.keys()]).toEqual([]);
});

test('stores the language as locale and Local, and the version from svm as version', async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } });
  const { chooseLocale } = await import('#/i18n/loadCatalogs.ts');
  await chooseLocale('vi');
  const { keepShellVersion } = await import('#/program.tsx');
  keepShellVersion({ path: '/home', search: '?svm=2.3.4' } as never);
  expect(Object.fromEntries(stored)).toEqual({ locale: 'vi', Local: 'vi', version: '2.3.4' });
});
