// The previews name texts of the borrower's app, which another workspace keeps.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { locales } from '@sandali/contract/locale.ts';
import { declared } from '@sandali/ops/src/server.testing.ts';
import { expect, test } from 'vitest';
import { editorOf, kindOf, switchSettings, typedValueOf } from './kinds.ts';
import { readPo } from './po.ts';
import { fillIn, samplesOf } from './samples.ts';

const command = declared.find(({ name }) => name === 'config set');
const typing = command?.arguments.find(({ key }) => key === 'name')?.typing;
const names = typing?.as === 'choice' ? Object.keys(typing.of) : [];
const around = { telephone: '(02) 5550 0100', reviewMinutesMin: 2, reviewMinutesMax: 5 };

test('knows every setting that the server has', () => {
  expect(names.length).toBeGreaterThan(20);
  const unknown = names.filter(
    (name) => kindOf(name).group === 'Other' && !switchSettings.has(name),
  );
  expect(unknown).toEqual([]);
});

test.each(locales)('has each text of a preview in %s, with its values filled in', (locale) => {
  const folder = path.join(import.meta.dirname, '../../../web/src/i18n', locale);
  const texts = new Map(
    fs
      .readdirSync(folder)
      .flatMap((file) => [...readPo(fs.readFileSync(path.join(folder, file), 'utf8'))]),
  );
  const shown = names
    .flatMap((name) => samplesOf(name, '7', around) ?? [])
    .flatMap(({ title, body }) => [title, body])
    .map((words) =>
      'text' in words ? words.text : fillIn(`${texts.get(words.id)}`, words.values),
    );
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((words) => words === 'undefined' || /[{}]/.test(words))).toEqual([]);
});

test('shows nothing for an empty announcement, and the telephone for an empty contact', () => {
  expect(samplesOf('announcement', '', around)).toEqual([]);
  expect(samplesOf('dpoContact', '', around)).toMatchObject([{ body: { text: '(02) 5550 0100' } }]);
  expect(samplesOf('dailyBudgetCentavos', null, around)).toBeNull();
});

test('types a value as its field does', () => {
  expect(typedValueOf('smsSwitch', true)).toBe('yes');
  expect(typedValueOf('belowShare', 'refuse')).toBe('refuse');
  expect(typedValueOf('dailyBudgetCentavos', null)).toBe(kindOf('dailyBudgetCentavos').off?.text);
  expect(typedValueOf('dailyBudgetCentavos', 500_000_000)).toBe('₱5,000,000.00');
  expect(typedValueOf('copyWritingMap', { en: {} })).toBe('{\n  "en": {}\n}');
  const field =
    command && editorOf(command, 'announcement').arguments.find(({ key }) => key === 'text');
  expect(field?.typing).toEqual({ as: 'text', isLong: true });
});
