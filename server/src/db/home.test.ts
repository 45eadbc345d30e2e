import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CannotStart } from '#/platform/cannot-start.ts';
import { findHome, makeFolder, makeHome } from './home.ts';
import { lastLines } from './launch.ts';
import { isOwn } from './moved.ts';

let folder: string;
const homes: string[] = [];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'sandali-home-')); // 0700: as root, nobody else may enter
});
afterEach(() => {
  for (const home of [folder, ...homes.splice(0)]) fs.rmSync(home, { recursive: true, force: true });
});

function make(wanted: string): string {
  const { home } = makeHome(wanted);
  homes.push(home);
  return home;
}

test('a note that points elsewhere than into /var/lib/sandali is refused', () => {
  for (const text of ['/etc', '/var/lib/sandali', '/var/lib/sandali/../x', '/var/lib/sandali/..', '/var/lib/sandali/a/b', '']) {
    fs.writeFileSync(path.join(folder, 'moved-to'), text);
    expect(() => findHome(folder)).toThrow(CannotStart);
    expect(() => makeHome(folder)).toThrow('does not point to a folder in /var/lib/sandali');
  }
});

test('a file in the way, and a folder below it, are one sentence', () => {
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, '');
  for (const at of [file, path.join(file, 'deep')]) expect(() => makeFolder(at)).toThrow(/^The folder .* cannot be used .*DATA_DIR/);
});

test("PostgreSQL's last words are those that ended it", () => {
  const lines = [
    'LOG:  starting',
    'LOG:  invalid checkpoint record',
    'PANIC:  could not locate a checkpoint',
    'LOG:  terminated',
    'LOG:  down',
  ];
  expect(lastLines(lines)).toEqual(['PANIC:  could not locate a checkpoint']);
  expect(lastLines(['a', 'b', 'c', 'd'])).toEqual(['b', 'c', 'd']);
});

describe.skipIf(process.getuid?.() !== 0)('as root, in a folder that only root may enter', () => {
  test('the data moves, and stays there also when the folder opens later', () => {
    const wanted = path.join(folder, 'pg');
    const home = make(wanted);
    expect(path.dirname(home)).toBe('/var/lib/sandali');
    expect(isOwn(home, wanted)).toBe(true);
    fs.chmodSync(folder, 0o755);
    expect(make(wanted)).toBe(home);
  });

  test('a copy may not have the home of its original; a renamed folder keeps it', () => {
    const wanted = path.join(folder, 'pg');
    const home = make(wanted);
    const copy = path.join(folder, 'copy');
    fs.cpSync(wanted, copy, { recursive: true });
    expect(() => makeHome(copy)).toThrow(/is a copy: its note names the database of/);
    expect(isOwn(home, copy)).toBe(false);
    fs.rmSync(wanted, { recursive: true });
    expect(make(copy)).toBe(home);
    expect(isOwn(home, copy)).toBe(true);
  });
});
