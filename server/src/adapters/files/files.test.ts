// One contract for every place of files: a folder, a bucket, and the two of a move together.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createDiskFiles } from './disk.ts';
import { copyFile, createMovingFiles } from './moving.ts';
import { openFiles } from './open.ts';
import type { Files } from './port.ts';
import { Fault, startS3 } from './s3.testing.ts';

const top = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-places-'));
const s3 = await startS3();
afterAll(async () => {
  await s3.stop();
  fs.rmSync(top, { recursive: true });
});

afterEach(() => {
  s3.hooks.beforeWrite = async () => {};
  s3.hooks.beforeDelete = async () => {};
});

let count = 0;
const onDisk = () => createDiskFiles(path.join(top, `disk-${count++}`));
const inBucket = (prefix = `some/place-${count++}`) =>
  openFiles({ place: s3.place(prefix), previous: null });
const places: Record<string, () => Promise<Files>> = {
  disk: onDisk,
  S3: inBucket,
  'disk and S3': async () => createMovingFiles(await inBucket(), await onDisk()),
};
const bytes = (text: string) => Buffer.from(text);
const listed = async (files: Files, under: string) =>
  (await Array.fromAsync(files.list(under))).sort();

describe.each(Object.entries(places))('%s', (_, open) => {
  let files: Files;
  beforeEach(async () => {
    files = await open();
  });

  slow('returns the bytes that were stored, and only under their name', async () => {
    const sealed = Buffer.from(Array.from({ length: 70_000 }, (_, nth) => nth % 256));
    await files.put('pictures/ab/1', sealed);
    expect((await files.get('pictures/ab/1')).equals(sealed)).toBe(true);
    expect(await files.has('pictures/ab/1')).toBe(true);
    expect(await files.has('pictures/ab')).toBe(false);
    expect(await files.has('pictures/ab/2')).toBe(false);
    await expect(files.get('pictures/ab/2')).rejects.toThrow();
  });

  test('refuses to overwrite a file', async () => {
    const puts = await Promise.allSettled(
      ['first', 'second'].map((text) => files.put('pictures/ab/1', bytes(text))),
    );
    expect(puts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const kept = puts[0]?.status === 'fulfilled' ? 'first' : 'second';
    await expect(files.put('pictures/ab/1', bytes('third'))).rejects.toThrow();
    expect((await files.get('pictures/ab/1')).toString()).toBe(kept);
  });

  test('replaces a file', async () => {
    await (files.transfer?.from ?? files).put('pictures/ab/1', bytes('first'));
    await files.replace('pictures/ab/1', bytes('second'));
    expect((await files.get('pictures/ab/1')).toString()).toBe('second');
    expect(await listed(files, 'pictures')).toEqual(['pictures/ab/1']);
    if (files.transfer) expect(await files.transfer.copy('pictures/ab/1')).toBe(false);
    expect((await files.get('pictures/ab/1')).toString()).toBe('second');
  });

  test('lists a folder’s files and subfolders, and nothing of a similar name', async () => {
    expect([await listed(files, 'pictures/ab'), await files.folders('pictures')]).toEqual([[], []]);
    const names = ['pictures/ab/1', 'pictures/ab/c/2', 'pictures/abc/3', 'pictures2/ab/4'];
    for (const name of names) await files.put(name, bytes(name));
    expect(await listed(files, 'pictures/ab')).toEqual(names.slice(0, 2));
    expect(await listed(files, 'pictures')).toEqual(names.slice(0, 3));
    expect((await files.folders('pictures')).sort()).toEqual(['ab', 'abc']);
  });

  test('two servers move one file, which stays whole under its new name', async () => {
    await files.put('pictures/ab/1', bytes('sealed'));
    await files.put('trash/T05/pictures/ab/1', bytes('older'));
    await Promise.all([1, 2].map(() => files.move('pictures/ab/1', 'trash/T05/pictures/ab/1')));
    expect(await files.has('pictures/ab/1')).toBe(false);
    expect(await listed(files, 'trash')).toEqual(['trash/T05/pictures/ab/1']);
    await files.move('pictures/ab/missing', 'trash/T05/pictures/ab/missing');
    expect(await listed(files, 'trash')).toHaveLength(1);
  });

  test('deletes a folder with its content, and no other', async () => {
    const names = ['trash/T05/a/1', 'trash/T05/2', 'trash/T055/3'];
    for (const name of names) await files.put(name, bytes(name));
    await files.deleteFolder('trash/T05');
    await files.deleteFolder('trash/T05');
    expect(await listed(files, 'trash')).toEqual(['trash/T055/3']);
    expect(await files.folders('trash')).toEqual(['T055']);
  });

  test('the first of two installations that claim a place owns it', async () => {
    const place = files.transfer?.to ?? files;
    expect(await place.owner()).toBe(null);
    expect([await files.claim('mine'), await files.claim('other')]).toEqual(['mine', 'mine']);
    expect(await place.owner()).toBe('mine');
  });
});

test('of two installations that claim a bucket at once, one owns it', async () => {
  const [mine, other] = [await inBucket('raced'), await inBucket('raced')];
  const claimed = mine.claim('mine');
  // The other server looks before the first server writes, and writes after the first server's
  // claim.
  s3.hooks.beforeWrite = async (content) => void (content === 'other\n' && (await claimed));
  expect(await Promise.all([claimed, other.claim('other')])).toEqual(['mine', 'mine']);
});

test('a claim that collides with another write does not own the bucket', async () => {
  const files = await inBucket();
  s3.hooks.beforeWrite = async () => {
    throw new Fault(409, 'ConditionalRequestConflict');
  };
  await expect(files.claim('mine')).rejects.toThrow('Start this server again.');
  expect(await files.owner()).toBe(null);
});

test('refuses a server that overwrites despite If-None-Match', async () => {
  const old = await startS3({ ignoresConditions: true });
  const files = await openFiles({ place: old.place('x'), previous: null });
  for (const _ of [1, 2]) {
    expect(await files.owner()).toBe(null);
    await expect(files.claim('mine')).rejects.toThrow(
      /^The server of http:.*\/x ignores If-None-Match/,
    );
  }
  await old.stop();
});

test('flushes the bytes and then the name of each file on disk', async () => {
  const files = await onDisk();
  const flushed: string[] = [];
  const handle = await fs.promises.open(files.place);
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
  await handle.close();
  sync.mockImplementation(async function (this: fs.promises.FileHandle) {
    const isFile = (await this.stat()).isFile();
    flushed.push(
      isFile
        ? await fs.promises.readFile(`/proc/self/fd/${this.fd}`, 'utf8')
        : fs.readlinkSync(`/proc/self/fd/${this.fd}`),
    );
  });
  onTestFinished(() => sync.mockRestore());
  await files.put('pictures/ab/1', bytes('first'));
  await files.replace('pictures/ab/1', bytes('second'));
  const parent = path.join(files.place, 'pictures/ab');
  expect(flushed).toEqual(['first', parent, 'second', parent]);
});

test('a start deletes partial files that a crash left, but no recent ones', async () => {
  const folder = path.join(top, 'crashed');
  const incoming = path.join(folder, 'incoming');
  fs.mkdirSync(incoming, { recursive: true });
  for (const name of ['old', 'young']) fs.writeFileSync(path.join(incoming, name), 'half');
  const twoHoursAgo = Date.now() / 1000 - 7200;
  fs.utimesSync(path.join(incoming, 'old'), twoHoursAgo, twoHoursAgo);
  const files = await createDiskFiles(folder);
  expect(fs.readdirSync(incoming)).toEqual(['young']);
  await files.put('pictures/ab/1', bytes('whole'));
  expect(fs.readdirSync(incoming)).toEqual(['young']);
});

test('lists and deletes more files and folders than one page of S3 has', async () => {
  const files = await inBucket();
  const parts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const names = parts.flatMap((part) => [`trash/${part}/1`, `trash/${part}/2`]);
  for (const name of names) await files.put(name, bytes('x'));
  expect(await listed(files, 'trash')).toEqual(names);
  expect((await files.folders('trash')).sort()).toEqual(parts);
  for (const part of parts) await files.deleteFolder(`trash/${part}`);
  expect(await listed(files, 'trash')).toEqual([]);
});

test('an object that S3 does not delete fails the deletion of its folder', async () => {
  const files = await inBucket();
  for (const name of ['a', 'b']) await files.put(`trash/T05/${name}`, bytes('x'));
  s3.hooks.beforeDelete = async (key) => {
    if (key.endsWith('/b')) throw new Fault(403, 'AccessDenied');
  };
  await expect(files.deleteFolder('trash/T05')).rejects.toMatchObject({
    name: 'AccessDenied',
  });
  expect(await listed(files, 'trash')).toEqual(['trash/T05/b']);
});

test('two prefixes of one bucket do not see each other', async () => {
  const [one, other, whole] = [await inBucket('a/b'), await inBucket('a/bc'), await inBucket('')];
  await one.put('pictures/ab/1', bytes('one'));
  await one.claim('mine');
  expect([await listed(other, 'pictures'), await other.owner()]).toEqual([[], null]);
  expect([await listed(whole, 'pictures'), await listed(whole, 'a')]).toEqual([
    [],
    ['a/b/installation', 'a/b/pictures/ab/1'],
  ]);
});

test('a bucket that cannot be listed stops the start with its reason', async () => {
  const open = (change: object) => openFiles({ place: s3.place('x', change), previous: null });
  await expect(open({ bucket: 'no-such-bucket' })).rejects.toThrow(
    /^The files in http:.*\/no-such-bucket\/x cannot be listed \(NoSuchBucket: .*FILES, AWS_ENDPOINT_URL/,
  );
  const wrongKey = { accessKeyId: 'UNKNOWN', secretAccessKey: 'canary' };
  await expect(open({ credentials: wrongKey })).rejects.toThrow(
    /^(?!.*canary).*InvalidAccessKeyId/,
  );
  await expect(open({ endpoint: 'http://127.0.0.1:9' })).rejects.toThrow(/ECONNREFUSED/);
});

test('the previous place in AWS ignores the endpoint of the new one', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL', s3.place('').endpoint ?? '');
  const inAws = openFiles({
    place: s3.place('x', { endpoint: null, region: 'no-such-region' }),
    previous: null,
  });
  await expect(inAws).rejects.toThrow(/no-such-region\.amazonaws\.com/);
  vi.unstubAllEnvs();
});

test('during a move, reads fall back and a deleted file never comes back', async () => {
  const [from, to] = [await onDisk(), await inBucket()];
  const files = createMovingFiles(to, from);
  await from.put('pictures/ab/old', bytes('old'));
  await files.put('pictures/ab/new', bytes('new'));
  expect([
    (await files.get('pictures/ab/old')).toString(),
    await to.has('pictures/ab/old'),
  ]).toEqual(['old', false]);
  expect(await listed(from, 'pictures')).toEqual(['pictures/ab/old']);
  expect(await listed(files, 'pictures')).toEqual(['pictures/ab/new', 'pictures/ab/old']);
  expect(await copyFile({ from, to }, 'pictures/ab/old')).toBe(true);
  expect(await copyFile({ from, to }, 'pictures/ab/old')).toBe(false);
  expect(await listed(files, 'pictures')).toEqual(['pictures/ab/new', 'pictures/ab/old']);
  await files.move('pictures/ab/old', 'trash/T05/pictures/ab/old');
  expect(await listed(files, 'pictures')).toEqual(['pictures/ab/new']);
  // The trash of the new place is complete, so the previous place may go.
  expect(await listed(to, 'trash')).toEqual(['trash/T05/pictures/ab/old']);
  await from.put('pictures/cd/late', bytes('late'));
  await files.move('pictures/cd/late', 'trash/T05/pictures/cd/late');
  expect((await to.get('trash/T05/pictures/cd/late')).toString()).toBe('late');
});
