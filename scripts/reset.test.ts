import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDataFolder } from '../server/src/db/data-folder.ts';
import { reset } from './reset.ts';

let folder: string;
let data: string;
const linkedFolders: string[] = [];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'sandali-reset-'));
  data = path.join(folder, 'data');
});
afterEach(() => {
  for (const at of [folder, ...linkedFolders.splice(0)])
    fs.rmSync(at, { recursive: true, force: true });
});

function file(name: string): void {
  fs.mkdirSync(path.dirname(path.join(data, name)), { recursive: true });
  fs.writeFileSync(path.join(data, name), 'x');
}

test('npm run reset deletes Sandali’s own data, and the folder if it is then empty', () => {
  expect(reset(data)).toBe(`There is no data in ${data}.`);
  for (const name of [
    'keys/root.pem',
    'files/a/b',
    'bank/settlement-report.jsonl',
    'pg/data/PG_VERSION',
  ])
    file(name);
  expect(reset(data)).toBe(`Deleted ${data}.`);
  expect(fs.existsSync(data)).toBe(false);
  for (const name of ['keys/root.pem', 'files/a/b', 'letters/mine.txt']) file(name);
  expect(reset(data)).toMatch(/kept other files: letters\.$/);
  expect(fs.readdirSync(data)).toEqual(['letters']);
});

test('npm run reset refuses to delete a folder that Sandali did not create', () => {
  for (const name of ['keys/house.txt', 'pg/rating.txt', 'files/letter.txt']) file(name);
  expect(() => reset(data)).toThrow('does not look like a data folder of Sandali');
  expect(fs.readdirSync(data).sort()).toEqual(['files', 'keys', 'pg']);
});

test.skipIf(process.getuid?.() !== 0)(
  'deletes the database that the folder links to when run as root',
  () => {
    file('keys/root.pem');
    const { dataFolder } = makeDataFolder(path.join(data, 'pg'));
    linkedFolders.push(dataFolder);
    expect(reset(data)).toBe(`Deleted ${data} and ${dataFolder}.`);
    expect(fs.existsSync(dataFolder)).toBe(false);
  },
);
