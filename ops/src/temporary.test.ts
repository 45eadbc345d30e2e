import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isProcessRunning, placeOf, temporaryFiles } from './temporary.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ops-temporary-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const { uid } = os.userInfo();
const picture = { name: 'front.jpg', bytes: Buffer.from('a picture'), keptMs: 300_000 };

/** Returns temporary files that are deleted when the test calls `end`. */
function files(pid = 4242) {
  const ends: (() => void)[] = [];
  const waits: number[] = [];
  let stopped = 0;
  const stop = () => {
    stopped += 1;
  };
  const temporary = temporaryFiles({
    folder,
    pid,
    isRunning: (of) => of === pid,
    wait(ms) {
      waits.push(ms);
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      return { ended, stop };
    },
  });
  return { ...temporary, end: () => ends.pop()?.(), waits, stops: () => stopped };
}

test('a temporary file is readable only by its owner, and deleted with its folder', async () => {
  const { show, end, waits, stops } = files();
  const { promise: written, resolve } = Promise.withResolvers<string>();
  const done = show(picture, resolve);
  const file = await written;
  expect(fs.readFileSync(file)).toEqual(picture.bytes);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(path.dirname(path.dirname(file))).toBe(folder);
  expect(waits).toEqual([300_000]);
  end();
  await done;
  expect(fs.readdirSync(folder)).toEqual([]);
  expect(stops()).toBe(1);
});

test('a temporary file is deleted after an error', async () => {
  const { show, stops } = files();
  await expect(
    show(picture, () => {
      throw new Error('the terminal is gone');
    }),
  ).rejects.toThrow('the terminal is gone');
  expect(fs.readdirSync(folder)).toEqual([]);
  expect(stops()).toBe(1);
});

test('a sweep removes only files of this user’s runs that were killed', () => {
  const makeFolder = (name: string) => fs.mkdirSync(path.join(folder, name));
  const remaining = [
    `sandali-ops-${uid}-4242-live`,
    `sandali-ops-${uid + 1}-1-other`,
    `sandali-ops-${uid}-x`,
    'something else',
  ];
  for (const name of [...remaining, `sandali-ops-${uid}-4243-dead`]) makeFolder(name);
  fs.writeFileSync(path.join(folder, `sandali-ops-${uid}-4243-dead`, 'front.jpg'), 'x');
  // A link is removed, but not its target.
  fs.symlinkSync(
    path.join(folder, 'something else'),
    path.join(folder, `sandali-ops-${uid}-4244-link`),
  );
  const foreign = `sandali-ops-${uid}-4245-foreign`;
  if (uid === 0) {
    makeFolder(foreign); // only root can change a folder's owner
    fs.chownSync(path.join(folder, foreign), 65_534, 65_534);
    remaining.push(foreign);
  }
  files().sweep();
  expect(fs.readdirSync(folder).sort()).toEqual([...remaining].sort());
  for (const name of remaining) fs.rmdirSync(path.join(folder, name));
  temporaryFiles({
    folder: path.join(folder, 'none'),
    pid: 1,
    isRunning: () => false,
    wait: () => ({ ended: Promise.resolve(), stop() {} }),
  }).sweep();
});

test('placeOf prefers a folder in memory, and isProcessRunning detects live processes', () => {
  expect(placeOf({ XDG_RUNTIME_DIR: folder })).toBe(folder);
  expect(placeOf({ XDG_RUNTIME_DIR: path.join(folder, 'none') })).toBe(os.tmpdir());
  expect(placeOf({})).toBe(os.tmpdir());
  expect([isProcessRunning(process.pid), isProcessRunning(2 ** 22 + 1)]).toEqual([true, false]);
});
