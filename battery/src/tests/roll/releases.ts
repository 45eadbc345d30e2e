// The two releases. The previous one is this tree, or the checkout that PREVIOUS names. The next
// one is a copy of this tree with an expand migration.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { runFile } from '@sandali/server/testing/program.ts';

export type Release = {
  name: 'previous' | 'next';
  /** The file that runs a server. */
  main: string;
  /** Runs the release's `migrate`. @returns the migrations that it ran, as it printed them */
  migrate(env: NodeJS.ProcessEnv): Promise<string>;
};

type Releases = {
  previous: Release;
  next: Release;
  /** Adds a migration to `next` that excludes `previous`. */
  addContract(): void;
};

/** These names come after the names of every release's migrations. */
const [expand, contract] = ['98-expand.sql', '99-contract.sql'];
const tree = path.join(import.meta.dirname, '../../../..');

/**
 * Makes the releases, with the copy in `folder`. `previous` must migrate the database first, and
 * its migrations must be this tree's first migrations, unchanged.
 */
export function makeReleases(folder: string): Releases {
  const previous = path.resolve(process.env.PREVIOUS ?? tree);
  const next = path.join(folder, 'next');
  copyTree(next);
  const migrations = path.join(next, 'server/src/db/migrations');
  const last = fs.readdirSync(path.join(previous, 'server/src/db/migrations')).sort().at(-1);
  // Every call reads borrowers, so this migration has to wait for a lock.
  const expandText = `-- compatibleFrom: ${last}
alter table borrowers add column nickname text;
create table nicknames (borrower_id uuid primary key references borrowers, nickname text not null);
grant select, insert on nicknames to sandali_app;
`;
  fs.writeFileSync(path.join(migrations, expand), expandText);
  return {
    previous: releaseIn(previous, 'previous'),
    next: releaseIn(next, 'next'),
    addContract() {
      const text = `-- compatibleFrom: ${expand}\nalter table borrowers drop column nickname;\n`;
      fs.writeFileSync(path.join(migrations, contract), text);
    },
  };
}

/** Copies the server's source, which finds its migrations beside itself, and links the rest. */
function copyTree(to: string): void {
  const source = path.join(tree, 'server/src');
  fs.mkdirSync(path.join(to, 'server'), { recursive: true });
  fs.cpSync(source, path.join(to, 'server/src'), {
    recursive: true,
    filter: (file) => !file.endsWith('.test.ts'),
  });
  for (const [folder, copied] of [
    ['.', 'server'],
    ['server', 'src'],
  ] as const)
    for (const name of fs.readdirSync(path.join(tree, folder)))
      if (name !== copied && !name.startsWith('.'))
        fs.symlinkSync(path.join(tree, folder, name), path.join(to, folder, name));
}

function releaseIn(folder: string, name: Release['name']): Release {
  const file = (of: string) => path.join(folder, 'server/src', of);
  return {
    name,
    main: file('main.ts'),
    async migrate(env) {
      const { code, output } = await runFile(file('migrate.ts'), env).closed;
      if (code !== 0) throw new Error(`migrate of the ${name} release failed: ${output}`);
      return output;
    },
  };
}
