// The house rules, on every file; and every rule on a file that breaks it, so that none can fall silent.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importRules, importsOfSlices, slices } from './tidy/imports.ts';
import { shapeRules } from './tidy/shape.ts';
import { isTidy, readSources } from './tidy/sources.ts';
import { wordRules } from './tidy/words.ts';

const sources = readSources();

test('there are files to look at', () => {
  expect(sources.has('server/src/tidy.test.ts')).toBe(true);
  expect(sources.size).toBeGreaterThan(50);
});

test('who may import whom is who does, and what ARCHITECTURE.md tells', () => {
  const real = importsOfSlices(sources);
  const ofAll = Object.entries(slices).filter(([own]) => own !== 'home');
  const told = Object.fromEntries(ofAll.map(([own, others]) => [own, others.toSorted()]));
  const does = Object.fromEntries(ofAll.map(([own]) => [own, real[own] ?? []]));
  expect(does).toEqual(told);
  const page = fs.readFileSync(path.join(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8').replaceAll('\n', ' ');
  const [, sentence = ''] = /\(checked by `tidy\.test\.ts`\): (.*?) · home → every door/.exec(page) ?? [];
  const written = sentence.split(' · ').flatMap((part) => {
    const [own = '', others = ''] = part.split(' → ');
    return own.split(', ').map((name) => [name, others === 'nothing' ? [] : others.split(', ').toSorted()]);
  });
  expect(Object.fromEntries(written)).toEqual(told);
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
