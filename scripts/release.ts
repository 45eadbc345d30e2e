// `npm run release -- 1.2.3`: runs the tests, writes the version into CHANGELOG.md and the
// packages, commits, tags, and prints the notes. It does not push.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { CannotStart } from '../server/src/platform/cannot-start.ts';
import { attempt, root } from './attempt.ts';
import { changelogFaults, notesOf, release } from './changelog.ts';

const changelogPath = path.join(root, 'CHANGELOG.md');

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, stdio: 'inherit' });
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

await attempt(() => {
  const [version = ''] = process.argv.slice(2);
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Manila' });
  const changelog = readFileSync(changelogPath, 'utf8');
  const next = nextChangelog(changelog, version, day);
  if (git('status', '--porcelain') !== '') throw new CannotStart('Commit or stash your changes.');
  if (git('branch', '--show-current') !== 'main')
    throw new CannotStart('Releases are made on main. Run: git switch main');
  if (git('tag', '--list', `v${version}`) !== '')
    throw new CannotStart(`The tag v${version} already exists.`);

  run('npm', 'test');
  writeFileSync(changelogPath, next);
  const everyPackage = ['--workspaces', '--include-workspace-root', '--no-git-tag-version'];
  run('npm', 'version', version, ...everyPackage);
  run('git', 'commit', '--quiet', '--all', '--message', `Release ${version}`);
  const notes = notesOf(next, version);
  run('git', 'tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', notes);
  console.log(`Tagged v${version}. Its notes:\n\n${notes}`);
});

function nextChangelog(changelog: string, version: string, day: string): string {
  const [fault] = changelogFaults(changelog);
  if (fault !== undefined) throw new CannotStart(`CHANGELOG.md: ${fault}.`);
  try {
    return release(changelog, version, day);
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}.`);
  }
}
