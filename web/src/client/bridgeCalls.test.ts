import { asDay } from '@sandali/contract/day.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Request = { v: number; id: string; call: string; input: Record<string, string> };
const features = {
  pickContact: true,
  takePicture: true,
  addToCalendar: true,
  shareFile: true,
  keepBright: true,
  appVersion: true,
};
let requests: Request[];
let shell: {
  getConfig(): string;
  postMessage?(text: string): void;
  onmessage?: ((event: { data: unknown }) => void) | null;
};

/** Loads the bridge in a new page, inside a shell with this configuration. */
async function inShell(config: unknown = { features }) {
  requests = [];
  shell = {
    getConfig: () => JSON.stringify(config),
    postMessage: (text) => requests.push(JSON.parse(text)),
  };
  vi.stubGlobal('window', { SandaliShell: shell });
  return await import('./bridgeCalls.ts');
}
const say = (data: unknown) => shell.onmessage?.({ data });
const answer = (result: string, data?: unknown, more = {}) =>
  say(JSON.stringify({ v: 1, id: requests.at(-1)?.id, result, data, ...more }));
const jpeg = (bytes: number) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes - 3, 7)]).toString('base64');

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('returns only the name and numbers of a picked contact', async () => {
  const { pickContact } = await inShell();
  const result = pickContact();
  expect(requests).toEqual([
    { v: 1, id: expect.stringMatching(/^[\w-]{22}$/), call: 'pickContact', input: {} },
  ]);
  answer('done', { name: 'Amihan', numbers: ['0917 555 0142'], email: 'a@b.c' });
  expect(await result).toEqual({
    kind: 'done',
    data: { name: 'Amihan', numbers: ['0917 555 0142'] },
  });
});

test('returns a contact that has a hundred numbers', async () => {
  const { pickContact } = await inShell();
  const result = pickContact();
  const data = {
    name: 'Amihan '.repeat(40),
    numbers: [...Array(100).fill('+63 (917) 555-0142'), 'tel:'.repeat(20)],
  };
  answer('done', data);
  expect(await result).toEqual({ kind: 'done', data });
});

test.each(['denied', 'cancelled', 'failed'] as const)(
  'returns the result %s without the data sent with it',
  async (kind) => {
    const { pickContact, takePicture } = await inShell();
    for (const ask of [pickContact, () => takePicture('selfie')]) {
      const result = ask();
      answer(kind, { name: 'Amihan', numbers: [] });
      expect(await result).toEqual({ kind });
    }
  },
);

test.each([
  ['nothing', undefined],
  ['a name without numbers', { name: 'Amihan' }],
  ['a whole phone book', [{ name: 'Amihan', numbers: [] }]],
  ['numbers that are no texts', { name: 'Amihan', numbers: [9175550142] }],
  ['too many numbers', { name: 'Amihan', numbers: Array(1000).fill('0917 555 0142 (bahay)') }],
])('treats a contact of the wrong shape as failed: %s', async (_, data) => {
  const { pickContact } = await inShell();
  const result = pickContact();
  answer('done', data);
  expect(await result).toEqual({ kind: 'failed' });
});

test('treats an unknown kind of result from the shell as failed', async () => {
  const { pickContact } = await inShell();
  const result = pickContact();
  answer('granted', { name: 'Amihan', numbers: [] });
  expect(await result).toEqual({ kind: 'failed' });
});

test('returns a photo from the shell as a JPEG file', async () => {
  const { takePicture } = await inShell();
  const result = takePicture('idFront');
  expect(requests.at(-1)?.input).toEqual({ purpose: 'idFront' });
  answer('done', { jpeg: jpeg(1000) });
  const picture = await result;
  if (picture.kind !== 'done') throw new Error(picture.kind);
  expect([picture.data.name, picture.data.type, picture.data.size]).toEqual([
    'idFront.jpg',
    'image/jpeg',
    1000,
  ]);
  expect(Buffer.from(await picture.data.arrayBuffer()).toString('base64')).toBe(jpeg(1000));
});

test('a photo over 5 MB from the shell is treated as failed', async () => {
  const { takePicture, mostPictureBytes } = await inShell();
  const result = takePicture('selfie');
  answer('done', { jpeg: jpeg(mostPictureBytes) });
  expect((await result).kind).toBe('done');
  const tooLarge = takePicture('selfie');
  answer('done', { jpeg: jpeg(mostPictureBytes + 3) });
  expect(await tooLarge).toEqual({ kind: 'failed' });
});

test.each([
  ['a path', { jpeg: 'file:///sdcard/DCIM/1.jpg' }],
  ['a PNG', { jpeg: 'iVBORw0KGgo=' }],
  ['not base64', { jpeg: '/9j/*' }],
  ['base64 of a wrong length', { jpeg: '/9j/A' }],
  ['a data address', { jpeg: `data:image/jpeg;base64,${jpeg(10)}` }],
  ['nothing', {}],
])('treats a photo other than a JPEG as failed: %s', async (_, data) => {
  const { takePicture } = await inShell();
  const result = takePicture('selfie');
  answer('done', data);
  expect(await result).toEqual({ kind: 'failed' });
});

test('fails all open calls if a response exceeds the length limit of each of them', async () => {
  const { pickContact, appVersion } = await inShell();
  const result = Promise.all([pickContact(), appVersion()]);
  answer('done', { version: '1.0' }, { more: 'x'.repeat(20_000) });
  expect(await result).toEqual([{ kind: 'failed' }, { kind: 'failed' }]);
});

test('does not apply the photo’s size limit to a contact', async () => {
  const { pickContact, takePicture } = await inShell();
  void takePicture('selfie');
  const result = pickContact();
  answer('done', { name: 'Amihan', numbers: [] }, { more: 'x'.repeat(20_000) });
  expect(await result).toEqual({ kind: 'failed' });
});

test('ignores duplicate responses and responses that match no open call', async () => {
  const { pickContact } = await inShell();
  const result = pickContact();
  for (const noise of [
    undefined,
    7,
    'no JSON',
    '[]',
    '{"id":7}',
    '{"id":"another","result":"denied"}',
  ])
    say(noise);
  shell.onmessage?.(undefined as never);
  answer('done', { name: 'Amihan', numbers: [] });
  answer('denied');
  expect(await result).toMatchObject({ kind: 'done' });
});

test('a shell call times out after three minutes, and a late response is ignored', async () => {
  const { pickContact } = await inShell();
  const result = pickContact();
  vi.advanceTimersByTime(180_000);
  answer('done', { name: 'Amihan', numbers: [] });
  expect(await result).toEqual({ kind: 'timedOut' });
});

test('a second shell call of the same kind cancels the first', async () => {
  const { pickContact } = await inShell();
  const first = pickContact();
  const second = pickContact();
  expect(await first).toEqual({ kind: 'cancelled' });
  answer('done', { name: 'Amihan', numbers: [] });
  expect((await second).kind).toBe('done');
});

test('adds a day to the calendar and returns the shell’s version', async () => {
  const { addToCalendar, appVersion } = await inShell();
  const added = addToCalendar({
    title: 'Repay ₱61,800'.padEnd(130, '.'),
    day: asDay('2026-11-28'),
    note: 'Loan 7',
  });
  expect(requests.at(-1)?.input).toEqual({
    title: 'Repay ₱61,800'.padEnd(120, '.'),
    day: '2026-11-28',
    note: 'Loan 7',
  });
  answer('done');
  expect((await added).kind).toBe('done');
  const version = appVersion();
  answer('done', { version: '1.4.2' });
  expect(await version).toEqual({ kind: 'done', data: { version: '1.4.2' } });
});

test('does not call a shell that lacks the feature or cannot receive requests', async () => {
  const old = await inShell({ appVersion: '0.9' });
  expect(await old.pickContact()).toEqual({ kind: 'unsupported' });
  expect(requests).toEqual([]);
  vi.resetModules();
  const mute = await inShell();
  delete shell.postMessage;
  expect(await mute.takePicture('selfie')).toEqual({ kind: 'unsupported' });
});

test('a shell call fails if the shell throws', async () => {
  const { pickContact } = await inShell();
  shell.postMessage = () => {
    throw new Error('the host is gone');
  };
  expect(await pickContact()).toEqual({ kind: 'failed' });
});

test('shares files of at most 8 MiB, and only if the shell supports it', async () => {
  const { shareFile, mostFileLetters } = await inShell();
  const file = {
    name: 'sandali-agreement-1234567897.pdf',
    mediaType: 'application/pdf',
    bytes: 'JVBERi0=',
  };
  const result = shareFile(file);
  expect(requests.at(-1)).toMatchObject({ call: 'shareFile', input: file });
  answer('done');
  expect((await result).kind).toBe('done');
  expect(await shareFile({ ...file, bytes: 'A'.repeat(mostFileLetters + 4) })).toEqual({
    kind: 'unsupported',
  });
  expect(requests).toHaveLength(1);
  vi.resetModules();
  const { shareFile: without } = await inShell({ features: {} });
  expect(await without(file)).toEqual({ kind: 'unsupported' });
  const { saveFile } = await import('./saveFile.ts');
  expect(await saveFile(file)).toBe(false);
});
