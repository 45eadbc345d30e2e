import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { changelogFaults, notesOf, release } from './changelog.ts';

const small =
  '# Changelog\n\n## Unreleased\n\n### Fixed\n\n- A fault.\n\n## 0.9.0 · 2026-11-29\n\n### Added\n\n- All.\n';

test('CHANGELOG.md has no faults', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../CHANGELOG.md'), 'utf8');
  expect(changelogFaults(text)).toEqual([]);
});

describe('changelogFaults', () => {
  test.each([
    [
      'an unknown heading',
      small.replace('### Fixed', '### Repaired'),
      ['Unreleased has the headings Repaired'],
    ],
    [
      'a bullet without a heading',
      small.replace('### Fixed\n', ''),
      ['Unreleased does not start with a heading'],
    ],
    [
      'a version without a day',
      small.replace(' · 2026-11-29', ''),
      ['"0.9.0" is not a version with its day'],
    ],
    [
      'a release without a section for unreleased changes',
      small.replace('## Unreleased', '## 0.9.1 · 2026-11-30'),
      ['The first section is not Unreleased'],
    ],
    [
      'more than a page',
      small.replace('- A fault.', '- A fault.\n'.repeat(80)),
      ['Unreleased has 82 lines'],
    ],
    ['no fault', small, []],
  ])('changelogFaults reports %s', (_, text, faults) => {
    expect(changelogFaults(text)).toEqual(faults);
  });
});

describe('release', () => {
  test('release moves the unreleased changes under a heading with the new version and day', () => {
    const text = release(small, '0.10.0', '2026-12-01');
    expect(text).toContain('## Unreleased\n\n## 0.10.0 · 2026-12-01\n\n### Fixed');
    expect(changelogFaults(text)).toEqual([]);
    expect(notesOf(text, '0.10.0')).toBe('### Fixed\n\n- A fault.');
  });

  test.each([
    ['0.9.0', 'the newest version'],
    ['0.8.9', 'an older version'],
    ['1.0', 'only two numbers'],
    ['v1.0.0', 'a leading letter'],
  ])('a release refuses the version %s: %s', (version) => {
    expect(() => release(small, version, '2026-12-01')).toThrow(
      `${version} is not a version above 0.9.0`,
    );
  });

  test('release refuses to create a version without unreleased changes', () => {
    const released = release(small, '0.9.1', '2026-12-01');
    expect(() => release(released, '0.9.2', '2026-12-02')).toThrow('no unreleased change');
  });
});
