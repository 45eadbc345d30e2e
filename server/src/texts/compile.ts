// Compiles the .po files in this folder to generated/table.ts, with types for ids and values
// (scripts/generate.ts). Every translation must have the same values as the English text.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { zPersonal, zWork } from '@sandali/contract/credit.ts';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { readPo } from './po.ts';

/** A text's values, by name. A select with an `undefined` branch makes its values optional. */
type Values = Map<string, { type: 'number' | 'string | number'; isOptional: boolean }>;
type Catalogues = Record<Locale, Map<string, string>>;

/**
 * Returns the content of generated/table.ts.
 * @throws an error that lists all faults, one per line
 */
export function tableFile(): string {
  return tableOf(
    Object.fromEntries(locales.map((locale) => [locale, catalogue(locale)])) as Catalogues,
  );
}

/** Returns the table of these catalogues. @throws an error that lists all faults, one per line */
export function tableOf(catalogues: Catalogues): string {
  const faults = locales.flatMap((locale) => faultsOf(locale, catalogues[locale], catalogues.en));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const ids = [...catalogues.en.keys()];
  const needed = ids.map(
    (id) => [id, valuesOf(compileMessageOrThrow(catalogues.en.get(id) ?? ''))] as const,
  );
  return [
    '// Made by compile.ts from the .po files of the server.',
    "import type { CompiledMessage } from '@lingui/message-utils/compileMessage';",
    "import type { RefusalName } from '@sandali/contract/codes.ts';",
    "import type { Locale } from '@sandali/contract/locale.ts';",
    '',
    '/** Every text, with the values that it needs. */',
    `export type TextValues = {\n${needed.map(([id, values]) => `  '${id}': ${typeOf(values)};`).join('\n')}\n};`,
    'export type TextId = keyof TextValues;',
    '',
    `export const table = {\n${locales.map((locale) => messagesOf(locale, catalogues[locale])).join('\n')}`,
    // The part after `|` makes the compiler reject a refusal that has no text.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is in the generated file
    '} satisfies Record<Locale, Record<TextId | `refusal.${RefusalName}`, CompiledMessage>>;',
    '',
  ].join('\n');
}

function catalogue(locale: Locale): Map<string, string> {
  return readPo(fs.readFileSync(path.join(import.meta.dirname, `${locale}.po`), 'utf8'));
}

function faultsOf(
  locale: Locale,
  texts: Map<string, string>,
  english: Map<string, string>,
): string[] {
  const missing = [...english.keys()]
    .filter((id) => !texts.has(id))
    .map((id) => `${locale}: ${id} is missing`);
  return missing.concat(
    [...texts].flatMap(([id, text]) =>
      faultOf(id, text, english.get(id)).map((fault) => `${locale}: ${id} ${fault}`),
    ),
  );
}

function faultOf(id: string, text: string, english: string | undefined): string[] {
  if (!/^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)+$/.test(id)) return ['is not a valid id'];
  if (english === undefined) return ['is surplus: English has no such text'];
  if (text.trim() === '' || text !== text.trim()) return ['is empty or has spaces around it'];
  try {
    const [values, englishValues] = [text, english].map((source) =>
      typeOf(valuesOf(compileMessageOrThrow(source))),
    );
    return values === englishValues ? [] : [`needs ${values}, in English ${englishValues}`];
  } catch (error) {
    return [`cannot be compiled: ${String(error)}`];
  }
}

function valuesOf(message: CompiledMessage, values: Values = new Map(), isInside = false): Values {
  for (const part of message) {
    if (typeof part === 'string') continue;
    const [name, kind, choices] = part;
    const branches =
      choices && typeof choices === 'object' ? (choices as Record<string, unknown>) : {};
    const isNumber = kind === 'plural' || kind === 'selectordinal' || kind === 'number';
    const isOptional =
      values.get(name)?.isOptional || (kind === 'select' && Object.hasOwn(branches, 'undefined'));
    if (name !== '#')
      values.set(name, {
        type: isNumber ? 'number' : 'string | number',
        isOptional: isOptional || isInside,
      });
    for (const branch of Object.values(branches))
      if (Array.isArray(branch))
        valuesOf(branch as CompiledMessage, values, isOptional || isInside);
  }
  return values;
}

function typeOf(values: Values): string {
  const fields = [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { type, isOptional }]) => `${name}${isOptional ? '?' : ''}: ${type}`);
  return fields.length > 0 ? `{ ${fields.join('; ')} }` : 'undefined';
}

function messagesOf(locale: Locale, texts: Map<string, string>): string {
  return `  ${locale}: {\n${[...texts].map(([id, text]) => `    '${id}': ${literal(compileMessageOrThrow(text))},`).join('\n')}\n  },`;
}

/**
 * Formats a message as JSON, but retains the `offset: undefined` that compiled plurals need.
 */
function literal(message: CompiledMessage): string {
  const mark = '\u0000undefined';
  return JSON.stringify(message, (_, value: unknown) =>
    value === undefined ? mark : value,
  ).replaceAll(JSON.stringify(mark), 'undefined');
}

const webFolder = path.join(import.meta.dirname, '../../../web/src/i18n');
/** Matches the ids of form options in the app. Documents use the same wording for these options. */
const optionId =
  /^credit\.(relationship|residence|housing|marital|education|employment|service|fund|income|payday|gender|id\.type)\.([a-z][A-Za-z0-9]*)$/;

/** Returns the content of generated/options.ts: the wording of form fields and their options. */
export function optionsFile(): string {
  const formTexts = (locale: Locale) =>
    readPo(fs.readFileSync(path.join(webFolder, locale, 'credit.po'), 'utf8'));
  const fields = Object.keys({ ...zPersonal.entries, ...zWork.entries });
  const labelsIn = (locale: Locale) => {
    const texts = formTexts(locale);
    return Object.fromEntries(
      fields.flatMap((field) =>
        texts.has(`credit.${field}`) ? [[field, texts.get(`credit.${field}`)]] : [],
      ),
    );
  };
  const wordsIn = (locale: Locale) => {
    const texts = formTexts(locale);
    const lists: Record<string, Record<string, string>> = {};
    for (const [id, text] of texts) {
      const [, list, option] = optionId.exec(id) ?? [];
      if (list && option) lists[list] = { ...lists[list], [option]: text };
    }
    return lists;
  };
  return [
    '// Made by compile.ts from the catalogues of the app’s forms: what each field and each option is called.',
    "import type { Locale } from '@sandali/contract/locale.ts';",
    '',
    '/** By language and field. */',
    'export const fieldWords: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {',
    ...locales.map((locale) => `  ${locale}: ${JSON.stringify(labelsIn(locale))},`),
    '};',
    '',
    '/** By language, list and option. */',
    'export const optionWords: Readonly<Record<Locale, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {',
    ...locales.flatMap((locale) => [
      `  ${locale}: {`,
      ...Object.entries(wordsIn(locale)).map(
        ([list, words]) => `    '${list}': ${JSON.stringify(words)},`,
      ),
      '  },',
    ]),
    '};',
    '',
  ].join('\n');
}
