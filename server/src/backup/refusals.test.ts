// What a backup and a restore refuse before they start any tool of PostgreSQL.
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readMasterKey } from '#/db/master-key.ts';
import type { BackupConfig } from '#/platform/config.ts';
import { followDatabase } from './follow.ts';
import { makeBackup } from './make.ts';
import { type Manifest, sumOf, writeManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const fingerprint = readMasterKey('MASTER_KEY', key(7)).fingerprint.toString('hex');
const wall = () => Temporal.Instant.from('2026-11-30T06:00:00Z');

let folder = '';
let config: BackupConfig;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'sandali-refused-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  config = {
    folder: path.join(folder, 'backups'),
    files: { kind: 'disk', folder: path.join(folder, 'data/files') },
    ownerUrl: null,
    masterKey: key(7),
    stanza: null,
    toolEnv: {},
  };
});

/** Writes a backup of pgBackRest, which has no database of its own. @returns its folder */
function backup(name: string, endedAt: string, change: Partial<Manifest> = {}): string {
  const at = path.join(config.folder, name);
  fs.mkdirSync(at, { recursive: true });
  fs.writeFileSync(path.join(at, 'backup_manifest'), 'sealed');
  writeManifest(at, {
    installation: 'ours',
    postgres: '15',
    owner: 'owner',
    database: 'd',
    startedAt: endedAt,
    endedAt,
    endLsn: '0/3000000',
    masterKeys: [fingerprint],
    base: 'pgbackrest',
    bucket: null,
    sums: { backup_manifest: sumOf(path.join(at, 'backup_manifest')) },
    ...change,
  });
  return at;
}

const restored = async (time: string | null = null) =>
  await restoreBackup(config, {
    to: path.join(folder, 'new'),
    time: time === null ? null : Temporal.Instant.from(time),
  });

test('a backup and its follower need the owner of the database', async () => {
  const sentence = /^This needs DATABASE_OWNER_URL, whose role also has REPLICATION/;
  await expect(makeBackup(config, wall)).rejects.toThrow(sentence);
  await expect(followDatabase(config, wall, AbortSignal.abort(), expect.fail)).rejects.toThrow(
    sentence,
  );
  expect(fs.existsSync(config.folder)).toBe(false);
});

test('a restore needs an empty folder, and leaves the folder as it was', async () => {
  backup('20261129T060000Z', '2026-11-29T06:00:01Z');
  fs.mkdirSync(path.join(folder, 'new'));
  fs.writeFileSync(path.join(folder, 'new/mine'), 'kept');
  await expect(restored()).rejects.toThrow(/new is not empty\. A restore needs a new folder\.$/);
  expect(fs.readdirSync(path.join(folder, 'new'))).toEqual(['mine']);
});

test('a restore needs a whole backup from before the moment', async () => {
  const none = /^There is no backup in .*backups\.$/;
  await expect(restored()).rejects.toThrow(none);
  // A backup that is being made has no manifest yet.
  fs.mkdirSync(path.join(config.folder, '20261129T060000Z'), { recursive: true });
  await expect(restored()).rejects.toThrow(none);
  backup('20261129T070000Z', '2026-11-29T07:30:00Z');
  await expect(restored('2026-11-29T07:29:59Z')).rejects.toThrow(
    /^No backup in .* is from before 2026-11-29T07:29:59Z\. The first ended at 2026-11-29T07:30:00Z\.$/,
  );
  await expect(restored('2026-11-29T07:30:00Z')).rejects.toThrow(/^This backup is in pgBackRest/);
});

test('a restore takes the newest backup from before the moment', async () => {
  backup('20261128T070000Z', '2026-11-28T07:30:00Z', { masterKeys: ['11'.repeat(32)] });
  backup('20261129T070000Z', '2026-11-29T07:30:00Z', { masterKeys: ['22'.repeat(32)] });
  await expect(restored('2026-11-29T07:00:00Z')).rejects.toThrow('fingerprint 1111111111111111…');
  await expect(restored()).rejects.toThrow('fingerprint 2222222222222222…');
});

test('a restore refuses a backup that has changed', async () => {
  const at = backup('20261129T070000Z', '2026-11-29T07:30:00Z');
  fs.appendFileSync(path.join(at, 'backup_manifest'), 'x');
  await expect(restored()).rejects.toThrow(/ is damaged: backup_manifest has changed\.$/);
  fs.rmSync(path.join(at, 'backup_manifest'));
  await expect(restored()).rejects.toThrow(/ is damaged: backup_manifest has changed\.$/);
  fs.writeFileSync(path.join(at, 'manifest.json'), '{"installation":"ours"}');
  await expect(restored()).rejects.toThrow(/^The manifest of .* is damaged\.$/);
});

test('a restore needs the newest master key of the backup', async () => {
  backup('20261129T070000Z', '2026-11-29T07:30:00Z', {
    masterKeys: [fingerprint, '33'.repeat(32)],
  });
  await expect(restored()).rejects.toThrow(/^MASTER_KEY is not the key of this backup/);
  expect(fs.existsSync(path.join(folder, 'new'))).toBe(false);
});
