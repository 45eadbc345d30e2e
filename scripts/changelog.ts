// Reads and extends CHANGELOG.md, which follows keepachangelog.com: newest release first.

/** The headings of a release, in this order. */
export const headings = ['Added', 'Changed', 'Fixed', 'For operators'];
/** The maximum number of lines in a release, about one page. */
export const mostLines = 80;

const unreleased = '## Unreleased';

export type Release = { heading: string; text: string };

/** Returns a changelog's sections, newest first, each with the text below its heading. */
export function releasesOf(changelog: string): Release[] {
  const [, ...sections] = changelog.split(/^## /m);
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    return { heading, text: lines.join('\n').trim() };
  });
}

/** Returns a changelog's faults as sentences. */
export function changelogFaults(changelog: string): string[] {
  const releases = releasesOf(changelog);
  const faults =
    releases[0]?.heading === 'Unreleased' ? [] : ['The first section is not Unreleased'];
  for (const { heading, text } of releases) {
    if (!/^(Unreleased|\d+\.\d+\.\d+ · \d{4}-\d\d-\d\d)$/.test(heading))
      faults.push(`"${heading}" is not a version with its day`);
    const lines = text.split('\n');
    if (lines.length > mostLines) faults.push(`${heading} has ${lines.length} lines`);
    const used = lines.filter((line) => line.startsWith('### ')).map((line) => line.slice(4));
    const wanted = headings.filter((name) => used.includes(name));
    if (used.join() !== wanted.join())
      faults.push(`${heading} has the headings ${used.join(', ')}`);
    if (text !== '' && !text.startsWith('### '))
      faults.push(`${heading} does not start with a heading`);
  }
  return faults;
}

/**
 * Gives the Unreleased section the heading of `version`, released on `day` (YYYY-MM-DD), and starts
 * a new Unreleased section.
 * @throws Error if nothing is unreleased, or if `version` is not above the newest version.
 */
export function release(changelog: string, version: string, day: string): string {
  const [first, second] = releasesOf(changelog);
  if (first?.heading !== 'Unreleased' || first.text === '')
    throw new Error('CHANGELOG.md has no unreleased change');
  const newest = second?.heading.split(' ')[0] ?? '0.0.0';
  if (!isAbove(version, newest)) throw new Error(`${version} is not a version above ${newest}`);
  return changelog.replace(unreleased, `${unreleased}\n\n## ${version} · ${day}`);
}

function isAbove(version: string, other: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return false;
  const [parts, others] = [version, other].map((text) => text.split('.').map(Number));
  const at = parts?.findIndex((part, index) => part !== others?.[index]) ?? -1;
  return at >= 0 && Number(parts?.[at]) > Number(others?.[at]);
}

/** Returns the notes for a version. @throws Error if the changelog lacks the version */
export function notesOf(changelog: string, version: string): string {
  const section = releasesOf(changelog).find(({ heading }) => heading.startsWith(`${version} `));
  if (!section) throw new Error(`CHANGELOG.md has no release ${version}`);
  return section.text;
}
