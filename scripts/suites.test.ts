import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finish, ofPlaywright, ofVitest, readReport, withLine } from './suites.ts';
import { newestChange, reasonToBuildWeb, rootPublicKey } from './web-build.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'sandali-scripts-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function write(name: string, text: string, atMs?: number): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  if (atMs !== undefined) fs.utimesSync(file, atMs / 1000, atMs / 1000);
  return file;
}

test('files that fail to load, flaky tests and errors are counted as failures', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'passed', assertionResults: [{}] },
  ];
  expect(ofVitest({ numPassedTests: 5, numFailedTests: 1, testResults })).toEqual({
    passed: 5,
    failed: 2,
  });
  expect(ofPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [{}] })).toEqual({
    passed: 3,
    failed: 3,
  });
});

test('the last lines name the failed checks and count the results', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  const exitCode = process.exitCode;
  finish([
    { name: 'lint', passed: 0, failed: 1 },
    { name: 'types', passed: 1, failed: 0 },
    { name: 'unit tests', passed: 7, failed: 2 },
  ]);
  expect(print.mock.calls).toEqual([['Failed: lint, unit tests.'], ['8 passed, 3 failed']]);
  expect(process.exitCode).toBe(1);
  print.mockClear();
  finish([{ name: 'types', passed: 1, failed: 0 }]);
  expect(print.mock.calls).toEqual([['1 passed, 0 failed']]);
  process.exitCode = exitCode;
  print.mockRestore();
});

test('withLine replaces a check’s line and removes the lines of unknown checks', () => {
  const page = ['a', 'b', 'gone'].reduce(
    (text, name) => withLine(text, [name, '1'], ['b', 'a', 'gone']),
    'Why.\n\n',
  );
  const head = page.slice(0, page.indexOf('| b |'));
  expect(page).toBe(`${head}| b | 1 |\n| a | 1 |\n| gone | 1 |\n`);
  expect(withLine(page, ['a', '2'], ['b', 'a'])).toBe(`${head}| b | 1 |\n| a | 2 |\n`);
});

test('a missing report or a failing exit code is counted as a failure', () => {
  const file = write('report.json', JSON.stringify({ passed: 4, failed: 0 }));
  const identity = (report: { passed: number; failed: number }) => report;
  expect(readReport(path.join(folder, 'none.json'), 0, identity)).toEqual({ passed: 0, failed: 1 });
  expect(readReport(file, 1, identity)).toEqual({ passed: 4, failed: 1 });
  expect(readReport(file, 0, identity)).toEqual({ passed: 4, failed: 0 });
});

test('the web app is rebuilt if it is missing, outdated or built for another root key', () => {
  const source = path.dirname(write('src/deep/a.ts', 'a', 1000));
  fs.utimesSync(source, 1, 1);
  const dist = path.join(folder, 'dist');
  expect(reasonToBuildWeb(dist, [source], 'key')).toBe('it is not built yet');
  write('dist/root.txt', 'key\n', 5000);
  expect(reasonToBuildWeb(dist, [source, path.join(folder, 'missing')], 'key')).toBe('');
  expect(reasonToBuildWeb(dist, [source], 'other')).toBe('it was built for another root key');
  write('src/deep/a.ts', 'b', 9000);
  fs.utimesSync(source, 1, 1);
  expect(newestChange(source)).toBe(9000);
  expect(reasonToBuildWeb(dist, [source], 'key')).toBe('deep has changed');
});

test('a root key is created once, readable only by its owner, unless one is configured', () => {
  const data = path.join(folder, 'data');
  const publicKey = rootPublicKey(data, null);
  expect(rootPublicKey(path.join(folder, 'other'), publicKey)).toBe(publicKey);
  expect(fs.existsSync(path.join(folder, 'other'))).toBe(false);
  expect(publicKey).toMatch(/^[\w-]{122}$/);
  const modeOf = (name: string) => fs.statSync(path.join(data, name)).mode & 0o777;
  expect([modeOf(''), modeOf('keys'), modeOf('keys/root.pem')]).toEqual([
    0o777 & ~process.umask(),
    0o700,
    0o600,
  ]);
  expect(fs.readFileSync(path.join(data, 'keys/root.pem'), 'utf8')).toContain('BEGIN PRIVATE KEY');
  fs.writeFileSync(path.join(data, 'keys/root.pem'), '');
  expect(() => rootPublicKey(data, null)).toThrow(/^The key file .*root\.pem is damaged/);
  expect(() => rootPublicKey(write('file', ''), null)).toThrow(/^The folder .* cannot be used/);
});
