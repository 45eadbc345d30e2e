// The house rules, on every file; and every rule on a file that breaks it, so that none can fall silent.
import { describe, expect, test } from 'vitest';
import { importRules } from './tidy/imports.ts';
import { shapeRules } from './tidy/shape.ts';
import { isTidy, readSources } from './tidy/sources.ts';
import { wordRules } from './tidy/words.ts';

const sources = readSources();

test('there are files to look at', () => {
  expect(sources.has('server/src/tidy.test.ts')).toBe(true);
  expect(sources.size).toBeGreaterThan(50);
});

const judged = new Map([...sources].filter(([at]) => !isTidy(at))); // the rules' own samples break them

describe.each([...importRules, ...wordRules, ...shapeRules])('$name', ({ find, bad, good }) => {
  test('holds everywhere', () => {
    const broken = [...judged.values()].flatMap((source) => find(source, sources).map((words) => `${source.path} ${words}`));
    expect(broken).toEqual([]);
  });

  test('finds what breaks it, and nothing else', () => {
    expect(bad.filter((sample) => find(sample, new Map()).length === 0)).toEqual([]);
    expect(good.flatMap((sample) => find(sample, new Map()))).toEqual([]);
  });
});
