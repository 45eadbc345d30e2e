// The programs of Debian that a cluster needs.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { postgresOfDebian } from '@sandali/server/db/debian-postgres.testing.ts';

/** The programs by the package that brings them. */
const packages: Readonly<Record<string, { program: string; args: readonly string[] }>> = {
  haproxy: { program: 'haproxy', args: ['-v'] },
  pgbouncer: { program: 'pgbouncer', args: ['--version'] },
  patroni: { program: 'patroni', args: ['--version'] },
  'etcd-server': { program: 'etcd', args: ['--version'] },
  pgbackrest: { program: 'pgbackrest', args: ['version'] },
  prometheus: { program: 'prometheus', args: ['--version'] },
};

/** Returns the command that installs the missing packages; null if none is missing. */
export function missingPackages(): string | null {
  const missing = Object.entries(packages)
    .filter(([, { program, args }]) => spawnSync(program, args, { cwd: '/' }).error)
    .map(([name]) => name);
  if (!postgresOfDebian()) missing.push('postgresql');
  if (!fs.existsSync('/usr/lib/python3/dist-packages/etcd')) missing.push('python3-etcd');
  return missing.length > 0 ? `apt-get install ${missing.join(' ')}` : null;
}
