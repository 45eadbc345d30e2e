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
let asked: Request[];
let shell: {
  getConfig(): string;
  postMessage?(text: string): void;
  onmessage?: ((event: { data: unknown }) => void) | null;
};

/** The bridge in a new page, with this shell around it. */
async function inShell(config: unknown = { features }) {
  asked = [];
  shell = {
    getConfig: () => JSON.stringify(config),
    postMessage: (text) => asked.push(JSON.parse(text)),
  };
  vi.stubGlobal('window', { SandaliShell: shell });
  return await import('./bridgeCalls.ts');
}
const say = (data: unknown) => shell.onmessage?.({ data });
/** Answers the newest request. */
const answer = (result: string, data?: unknown, more = {}) =>
  say(JSON.stringify({ v: 1, id: asked.at(-1)?.id, result, data, ...more }));
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

test('one contact comes with its name and numbers, and nothing else of it', async () => {
  const { pickContact } = await inShell();
  const told = pickContact();
  expect(asked).toEqual([
    { v: 1, id: expect.stringMatching(/^[\w-]{22}$/), call: 'pickContact', input: {} },
  ]);
  answer('done', { name: 'Amihan', numbers: ['0917 555 0142'], email: 'a@b.c' });
  expect(await told).toEqual({
    kind: 'done',
    data: { name: 'Amihan', numbers: ['0917 555 0142'] },
  });
});

test('passes on a contact with a hundred numbers', async () => {
  const { pickContact } = await inShell();
  const told = pickContact();
  const data = {
    name: 'Amihan '.repeat(40),
    numbers: [...Array(100).fill('+63 (917) 555-0142'), 'tel:'.repeat(20)],
  };
  answer('done', data);
  expect(await told).toEqual({ kind: 'done', data });
});

test.each(['denied', 'cancelled', 'failed'] as const)(
  '%s is returned as it is, whatever other fields say',
  async (kind) => {
    const { pickContact, takePicture } = await inShell();
    for (const ask of [pickContact, () => takePicture('selfie')]) {
      const told = ask();
      answer(kind, { name: 'Amihan', numbers: [] });
      expect(await told).toEqual({ kind });
    }
  },
);

test.each([
  ['nothing', undefined],
  ['a name without numbers', { name: 'Amihan' }],
  ['a whole phone book', [{ name: 'Amihan', numbers: [] }]],
  ['numbers that are no texts', { name: 'Amihan', numbers: [9175550142] }],
  [
    'more than any contact has',
    { name: 'Amihan', numbers: Array(1000).fill('0917 555 0142 (bahay)') },
  ],
])('a contact of the wrong shape is failed: %s', async (_, data) => {
  const { pickContact } = await inShell();
  const told = pickContact();
  answer('done', data);
  expect(await told).toEqual({ kind: 'failed' });
});

test('an unknown result counts as failed', async () => {
  const { pickContact } = await inShell();
  const told = pickContact();
  answer('granted', { name: 'Amihan', numbers: [] });
  expect(await told).toEqual({ kind: 'failed' });
});

test('a photo comes as a JPEG file', async () => {
  const { takePicture } = await inShell();
  const told = takePicture('idFront');
  expect(asked.at(-1)?.input).toEqual({ purpose: 'idFront' });
  answer('done', { jpeg: jpeg(1000) });
  const picture = await told;
  if (picture.kind !== 'done') throw new Error(picture.kind);
  expect([picture.data.name, picture.data.type, picture.data.size]).toEqual([
    'idFront.jpg',
    'image/jpeg',
    1000,
  ]);
  expect(Buffer.from(await picture.data.arrayBuffer()).toString('base64')).toBe(jpeg(1000));
});

test('a photo is at most 5 MB', async () => {
  const { takePicture, mostPictureBytes } = await inShell();
  const told = takePicture('selfie');
  answer('done', { jpeg: jpeg(mostPictureBytes) });
  expect((await told).kind).toBe('done');
  const tooLarge = takePicture('selfie');
  answer('done', { jpeg: jpeg(mostPictureBytes + 3) });
  expect(await tooLarge).toEqual({ kind: 'failed' });
});

test.each([
  ['a path', { jpeg: 'file:///sdcard/DCIM/1.jpg' }],
  ['a PNG', { jpeg: 'iVBORw0KGgo=' }],
  ['no base64', { jpeg: '/9j/*' }],
  ['base64 of a wrong length', { jpeg: '/9j/A' }],
  ['a data address', { jpeg: `data:image/jpeg;base64,${jpeg(10)}` }],
  ['nothing', {}],
])('what is no JPEG is failed: %s', async (_, data) => {
  const { takePicture } = await inShell();
  const told = takePicture('selfie');
  answer('done', data);
  expect(await told).toEqual({ kind: 'failed' });
});

test('an answer longer than any open call may have is not parsed, and all open calls fail', async () => {
  const { pickContact, appVersion } = await inShell();
  const told = Promise.all([pickContact(), appVersion()]);
  answer('done', { version: '1.0' }, { more: 'x'.repeat(20_000) });
  expect(await told).toEqual([{ kind: 'failed' }, { kind: 'failed' }]);
});

test('the size limit of a photo does not apply to a contact', async () => {
  const { pickContact, takePicture } = await inShell();
  void takePicture('selfie');
  const told = pickContact();
  answer('done', { name: 'Amihan', numbers: [] }, { more: 'x'.repeat(20_000) });
  expect(await told).toEqual({ kind: 'failed' });
});

test('answers that nobody waits for are ignored, and each call takes one answer', async () => {
  const { pickContact } = await inShell();
  const told = pickContact();
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
  expect(await told).toMatchObject({ kind: 'done' });
});

test('without an answer in three minutes the call has timed out, and a late one is dropped', async () => {
  const { pickContact } = await inShell();
  const told = pickContact();
  vi.advanceTimersByTime(180_000);
  answer('done', { name: 'Amihan', numbers: [] });
  expect(await told).toEqual({ kind: 'timedOut' });
});

test('a second call of the same kind cancels the first', async () => {
  const { pickContact } = await inShell();
  const first = pickContact();
  const second = pickContact();
  expect(await first).toEqual({ kind: 'cancelled' });
  answer('done', { name: 'Amihan', numbers: [] });
  expect((await second).kind).toBe('done');
});

test('a day goes to the calendar, and the version comes', async () => {
  const { addToCalendar, appVersion } = await inShell();
  const added = addToCalendar({
    title: 'Repay ₱61,800'.padEnd(130, '.'),
    day: asDay('2026-11-28'),
    note: 'Loan 7',
  });
  expect(asked.at(-1)?.input).toEqual({
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

test('a shell that does not name the feature, or takes no requests, is not asked', async () => {
  const old = await inShell({ appVersion: '0.9' });
  expect(await old.pickContact()).toEqual({ kind: 'unsupported' });
  expect(asked).toEqual([]);
  vi.resetModules();
  const mute = await inShell();
  delete shell.postMessage;
  expect(await mute.takePicture('selfie')).toEqual({ kind: 'unsupported' });
});

test('a call to a shell that throws fails', async () => {
  const { pickContact } = await inShell();
  shell.postMessage = () => {
    throw new Error('the host is gone');
  };
  expect(await pickContact()).toEqual({ kind: 'failed' });
});

test('a file is sent as bytes with its name; one that is too large, or a shell without the feature, is not called', async () => {
  const { shareFile, mostFileLetters } = await inShell();
  const file = {
    name: 'sandali-agreement-1234567897.pdf',
    mediaType: 'application/pdf',
    bytes: 'JVBERi0=',
  };
  const told = shareFile(file);
  expect(asked.at(-1)).toMatchObject({ call: 'shareFile', input: file });
  answer('done');
  expect((await told).kind).toBe('done');
  expect(await shareFile({ ...file, bytes: 'A'.repeat(mostFileLetters + 4) })).toEqual({
    kind: 'unsupported',
  });
  expect(asked).toHaveLength(1);
  vi.resetModules();
  const { shareFile: without } = await inShell({ features: {} });
  expect(await without(file)).toEqual({ kind: 'unsupported' });
  const { saveFile } = await import('./saveFile.ts');
  expect(await saveFile(file)).toBe(false);
});
