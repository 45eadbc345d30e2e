import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findDataFolder, makeDataFolder, makeFolder } from './data-folder.ts';
import { lastLines } from './launch.ts';

let folder: string;
const dataFolders: string[] = [];
beforeEach(() => {
  // mkdtemp creates the folder with mode 0700, so under root no other user can enter it.
  folder = fs.mkdtempSync(path.join(tmpdir(), 'sandali-data-'));
});
afterEach(() => {
  for (const at of [folder, ...dataFolders.splice(0)])
    fs.rmSync(at, { recursive: true, force: true });
});

function make(wanted: string): string {
  const { dataFolder } = makeDataFolder(wanted);
  dataFolders.push(dataFolder);
  return dataFolder;
}

test('the error names the folder and DATA_DIR if a file is in the folder’s place', () => {
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, '');
  for (const at of [file, path.join(file, 'deep')])
    expect(() => makeFolder(at)).toThrow(/^The folder .* cannot be used .*DATA_DIR/);
});

test('reports the log lines that explain why PostgreSQL exited', () => {
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

describe.skipIf(process.getuid?.() !== 0)('as root, in a folder that only root can enter', () => {
  test('a private folder stays linked to /var/lib/sandali even after it becomes accessible', () => {
    const target = path.join(folder, 'pg');
    const dataFolder = make(target);
    expect(path.dirname(dataFolder)).toBe('/var/lib/sandali');
    expect(findDataFolder(target)).toBe(dataFolder);
    fs.chmodSync(folder, 0o755);
    expect(make(target)).toBe(dataFolder);
  });

  test('a renamed folder keeps its data, and a new folder in its place gets new data', () => {
    const target = path.join(folder, 'pg');
    const dataFolder = make(target);
    fs.renameSync(target, path.join(folder, 'renamed'));
    expect(make(path.join(folder, 'renamed'))).toBe(dataFolder);
    expect(make(target)).not.toBe(dataFolder);
  });

  test('refuses to replace data that PostgreSQL can no longer reach', () => {
    const target = path.join(folder, 'pg');
    fs.mkdirSync(path.join(target, 'data'), { recursive: true });
    expect(() => makeDataFolder(target)).toThrow(/can no longer enter .*DATA_DIR/);
    expect(fs.existsSync(path.join(target, 'data'))).toBe(true);
  });

  test('recreates a missing data folder behind a link', () => {
    const target = path.join(folder, 'pg');
    const dataFolder = make(target);
    fs.rmSync(dataFolder, { recursive: true });
    expect(make(target)).toBe(dataFolder);
    expect(fs.statSync(dataFolder).mode & 0o777).toBe(0o700);
  });
});
