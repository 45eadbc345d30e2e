// Tests the place of a person's settings and key, and who can read the key. Recorded output of
// Windows' programs stands in for Windows.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addressOf, knownAddress, saveAddress, settingsFolder } from './address.ts';
import { findOwnKey } from './key.ts';
import { type System, systemOf, whyNotPrivate, writePrivate } from './private-file.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ops-private-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const own = 'S-1-5-21-1004336348-1177238915-682003330-1001';

/** A Windows on which `icacls` and `whoami` know one access list. */
function windows(list: string): System & { calls: string[][] } {
  const calls: string[][] = [];
  return {
    platform: 'win32',
    calls,
    run(program, args) {
      calls.push([program, ...args]);
      if (program === 'whoami') return `"desktop\\ana","${own}"\r\n`;
      const place = args[args.indexOf('/save') + 1];
      if (args.includes('/save') && place)
        fs.writeFileSync(place, Buffer.from(`key\r\n${list}\r\n`, 'utf16le'));
      return '';
    },
  };
}

test.each([
  ['the user', `D:PAI(A;;FA;;;${own})`, true],
  ['the system and administrators too', `D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;FA;;;${own})`, true],
  ['nobody', 'D:PAI', true],
  ['every user', `D:PAI(A;;FA;;;${own})(A;;0x1200a9;;;BU)`, false],
  ['another person', `D:PAI(A;;FR;;;S-1-5-21-1004336348-1177238915-682003330-1002)`, false],
  ['everybody, because the file has no list', 'D:NO_ACCESS_CONTROL', false],
])('on Windows, a key may be readable by %s or is refused', (_, list, isPrivate) => {
  const file = path.join(folder, 'windows.key');
  fs.writeFileSync(file, 'k\n');
  const system = windows(list);
  expect(whyNotPrivate(file, system) === null).toBe(isPrivate);
  expect(findOwnKey({}, file, system)).toEqual(
    isPrivate
      ? { key: 'k', replace: expect.any(Function) }
      : { wrong: expect.stringContaining(`icacls "${file}" /inheritance:r /grant:r "*${own}:F"`) },
  );
});

test('on Windows, a new file gets its access list before the key is written', () => {
  const file = path.join(folder, 'new.key');
  const system = windows(`D:PAI(A;;FA;;;${own})`);
  const run = (program: string, args: string[]) => {
    expect(fs.readFileSync(file, 'utf8')).toBe('');
    return system.run(program, args);
  };
  writePrivate(file, 'k\n', { ...system, run });
  expect(system.calls.at(-1)).toEqual(['icacls', file, '/inheritance:r', '/grant:r', `*${own}:F`]);
  expect(fs.readFileSync(file, 'utf8')).toBe('k\n');
  expect(() => writePrivate(file, 'other', system)).toThrow('EEXIST');
  const broken: System = { ...system, run: () => '' };
  expect(() => writePrivate(`${file}2`, 'k', broken)).toThrow('no security id');
  expect(fs.existsSync(`${file}2`)).toBe(false);
});

test('a renewed key replaces the old one in a file that only its owner can read', () => {
  const file = path.join(folder, 'own.key');
  writePrivate(file, 'old\n', systemOf({}));
  const ownKey = findOwnKey({ OPS_KEY_FILE: file }, null, systemOf({}));
  if (!ownKey || 'wrong' in ownKey) throw new Error('the key is there');
  ownKey.replace?.('new');
  expect([fs.readFileSync(file, 'utf8'), fs.statSync(file).mode & 0o777]).toEqual(['new\n', 0o600]);
  expect(findOwnKey({}, `${file}.none`, systemOf({}))).toEqual({
    wrong: 'You have no key on this machine yet. Make one: sandali-ops staff key',
  });
});

test('settings are in the usual folder of each system', () => {
  expect(settingsFolder('linux', {}, '/home/ana')).toBe('/home/ana/.config/sandali-ops');
  expect(settingsFolder('linux', { XDG_CONFIG_HOME: '/c' }, '/home/ana')).toBe('/c/sandali-ops');
  expect(settingsFolder('darwin', {}, '/Users/ana')).toBe(
    '/Users/ana/Library/Application Support/sandali-ops',
  );
  const roaming = 'C:\\Users\\ana\\AppData\\Roaming';
  for (const env of [{}, { APPDATA: roaming }])
    expect(settingsFolder('win32', env, 'C:\\Users\\ana')).toBe(`${roaming}\\sandali-ops`);
});

test.each([
  ['https://ops.lender.example', 'https://ops.lender.example'],
  ['https://ops.lender.example:8443/', 'https://ops.lender.example:8443'],
  ['http://localhost:8082', 'http://localhost:8082'],
  ['http://[::1]:8082', 'http://[::1]:8082'],
  ['http://ops.lender.example', null],
  ['http://127.0.0.1.lender.example', null],
  ['https://ana:secret@ops.lender.example', null],
  ['https://ops.lender.example/ops', null],
  ['ops.lender.example', null],
])('the address %s becomes %s', (text, called) => {
  expect(addressOf('OPS_URL', text)).toEqual(
    called
      ? { url: called }
      : { wrong: expect.stringMatching(/^OPS_URL must be an https address/) },
  );
});

test('connect saves the server with its certificates, and OPS_URL takes precedence', () => {
  const place = path.join(folder, 'settings');
  expect(knownAddress({}, place)).toEqual({ wrong: expect.stringContaining('connect https://') });
  const ca = path.join(folder, 'ca.pem');
  fs.writeFileSync(ca, '-----BEGIN CERTIFICATE-----');
  const typed = addressOf('The address', 'https://ops.lan:8443', ca);
  if ('wrong' in typed) throw new Error(typed.wrong);
  saveAddress(place, typed);
  fs.rmSync(ca);
  expect(knownAddress({}, place)).toEqual({
    url: 'https://ops.lan:8443',
    ca: '-----BEGIN CERTIFICATE-----',
  });
  expect(knownAddress({ OPS_URL: 'https://other.lan' }, place)).toEqual({
    url: 'https://other.lan',
  });
  expect(addressOf('OPS_URL', 'https://ops.lan', ca)).toEqual({
    wrong: expect.stringContaining('cannot be read'),
  });
  expect(knownAddress({ OPS_CA: ca }, place)).toEqual({
    wrong: expect.stringContaining('cannot be read'),
  });
  fs.writeFileSync(path.join(place, 'server.json'), '{');
  expect(knownAddress({}, place)).toEqual({ wrong: expect.stringContaining('is damaged') });
});
