import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { changelogFaults, notesOf, release } from './changelog.ts';

const small =
  '# Changelog\n\n## Unreleased\n\n### Fixed\n\n- A fault.\n\n## 0.9.0 · 2026-11-29\n\n### Added\n\n- All.\n';

test('CHANGELOG.md has a page a release, with the known headings', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../CHANGELOG.md'), 'utf8');
  expect(changelogFaults(text)).toEqual([]);
});

describe('faults of a changelog', () => {
  test.each([
    [
      'a heading of its own',
      small.replace('### Fixed', '### Repaired'),
      ['Unreleased has the headings Repaired'],
    ],
    [
      'a bullet without a heading',
      small.replace('### Fixed\n', ''),
      ['Unreleased begins without a heading'],
    ],
    [
      'a version without a day',
      small.replace(' · 2026-11-29', ''),
      ['"0.9.0" is no version with its day'],
    ],
    [
      'a release above the newest changes',
      small.replace('## Unreleased', '## 0.9.1 · 2026-11-30'),
      ['The first section is not Unreleased'],
    ],
    [
      'more than a page',
      small.replace('- A fault.', '- A fault.\n'.repeat(80)),
      ['Unreleased has 82 lines'],
    ],
    ['nothing', small, []],
  ])('%s', (_, text, faults) => {
    expect(changelogFaults(text)).toEqual(faults);
  });
});

describe('a release', () => {
  test('names the unreleased changes by version and day, and leaves an empty section', () => {
    const text = release(small, '0.10.0', '2026-12-01');
    expect(text).toContain('## Unreleased\n\n## 0.10.0 · 2026-12-01\n\n### Fixed');
    expect(changelogFaults(text)).toEqual([]);
    expect(notesOf(text, '0.10.0')).toBe('### Fixed\n\n- A fault.');
  });

  test.each([
    ['0.9.0', 'the version that is there'],
    ['0.8.9', 'a version below'],
    ['1.0', 'two numbers'],
    ['v1.0.0', 'a letter'],
  ])('refuses %s: %s', (version) => {
    expect(() => release(small, version, '2026-12-01')).toThrow(
      `${version} is not a version above 0.9.0`,
    );
  });

  test('refuses to release nothing', () => {
    const released = release(small, '0.9.1', '2026-12-01');
    expect(() => release(released, '0.9.2', '2026-12-02')).toThrow('no unreleased change');
  });
});
