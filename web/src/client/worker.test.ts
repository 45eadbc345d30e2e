import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ActivateUpdate, registerWorker } from './worker.ts';

type Worker = EventTarget & { state: string; postMessage(message: unknown): void };
const workerOf = (state: string) =>
  Object.assign(new EventTarget(), { state, postMessage: vi.fn() }) as Worker;
const registrationOf = (parts: { waiting?: Worker; installing?: Worker } = {}) =>
  Object.assign(new EventTarget(), {
    waiting: null,
    installing: null,
    update: vi.fn(async () => {}),
    ...parts,
  });

const page = new EventTarget();
const container = Object.assign(new EventTarget(), {
  controller: null as object | null,
  register: vi.fn(),
});
const reload = vi.fn();
const offered: ActivateUpdate[] = [];
const keep = () => registerWorker((switchNow) => offered.push(switchNow));
const online = async () => {
  page.dispatchEvent(new Event('online'));
  await new Promise((done) => setImmediate(done));
};

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true });
  container.controller = null;
  container.register.mockReset();
  offered.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

test('does not retry if the browser lacks service workers or refuses them', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(await keep()).toBe('refused');
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true });
  container.register.mockRejectedValueOnce(new DOMException('storage is off', 'SecurityError'));
  expect(await keep()).toBe('refused');
  expect(console.info).toHaveBeenCalledWith(
    'The service worker is refused.',
    expect.any(DOMException),
  );
  container.register.mockResolvedValueOnce(undefined);
  expect(await keep()).toBe('refused');
  await online();
  expect(container.register).toHaveBeenCalledTimes(2);
});

test('retries a failed worker registration when the network returns', async () => {
  container.register
    .mockRejectedValueOnce(new TypeError('no answer'))
    .mockRejectedValueOnce(new TypeError('no answer'));
  container.register.mockResolvedValueOnce(registrationOf());
  expect(await keep()).toBe('unreachable');
  expect(container.register).toHaveBeenCalledTimes(1);
  for (const calls of [2, 3, 3]) {
    await online();
    expect(container.register).toHaveBeenCalledTimes(calls);
  }
});

test('offers a waiting release, and activates it only on request', async () => {
  container.controller = {};
  const waiting = workerOf('installed');
  container.register.mockResolvedValueOnce(registrationOf({ waiting }));
  expect(await keep()).toBe('kept');
  expect(offered).toHaveLength(1);
  expect(waiting.postMessage).not.toHaveBeenCalled();
  offered[0]?.();
  expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('offers a release that is being installed unless it is the first worker', async () => {
  const coming = workerOf('installing');
  const registration = registrationOf({ installing: coming });
  container.register.mockResolvedValueOnce(registration);
  await keep();
  coming.state = 'installed';
  coming.dispatchEvent(new Event('statechange'));
  expect(offered).toHaveLength(0);
  container.controller = {};
  coming.dispatchEvent(new Event('statechange'));
  expect(offered).toHaveLength(1);
  registration.dispatchEvent(new Event('updatefound')); // this event is late
  coming.dispatchEvent(new Event('statechange'));
  expect(offered).toHaveLength(2);
});
