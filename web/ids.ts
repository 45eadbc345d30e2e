// Generates src/i18n/generated/ids.ts from the English catalogs: the id of every text and the
// values it needs. scripts/generate.ts also writes a list for the server, so that staff can change
// texts.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { catalogNames } from './src/i18n/catalogs.ts';

const folder = path.join(import.meta.dirname, 'src/i18n');
type Part = string | [string, string?, unknown?];

/**
 * Returns the texts of one catalog by id. Throws if an entry occurs twice, or is not one `msgid`
 * line followed by one `msgstr` line.
 */
export function readTexts(locale: string, catalog: string): Map<string, string> {
  const source = fs.readFileSync(path.join(folder, locale, `${catalog}.po`), 'utf8');
  const texts = new Map<string, string>();
  for (const [, id = '', text = ''] of source.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)) {
    if (texts.has(id)) throw new Error(`${locale}/${catalog}.po: ${id} stands twice`);
    texts.set(id, JSON.parse(`"${text}"`));
  }
  const entries = source.match(/^msgid "[^"\n]/gm)?.length ?? 0;
  if (entries !== texts.size)
    throw new Error(
      `${locale}/${catalog}.po: ${entries - texts.size} entries are not written on one line each`,
    );
  return texts;
}

/** Returns the source of ids.ts. Throws if two catalogs contain the same id. */
export function idsFile(): string {
  const texts = catalogNames.flatMap((catalog) => [...readTexts('en', catalog)]);
  const known = new Set<string>();
  for (const [id] of texts)
    if (known.size === known.add(id).size) throw new Error(`${id} stands in two catalogs`);
  const values = texts
    .map(([id, text]) => [id, valuesOf(text)] as const)
    .filter(([, names]) => names.size > 0);
  const ids = texts.map(([id]) => `  | '${id}'`).join('\n');
  const rows = values
    .map(
      ([id, names]) =>
        `  '${id}': { ${[...names].map(([name, kind]) => `${name}: ${kind}`).join('; ')} };`,
    )
    .join('\n');
  return `// Made by web/ids.ts from the English catalogues.\nexport type TextId =\n${ids};\n\nexport type TextValues = {\n${rows}\n};\n`;
}

/**
 * Returns the source of the server's list, which maps each text's id to the names of its
 * placeholders.
 */
export function serverFile(): string {
  const rows = catalogNames
    .flatMap((catalog) => [...readTexts('en', catalog)])
    .map(
      ([id, text]) =>
        `  '${id}': [${[...valuesOf(text).keys()].map((name) => `'${name}'`).join(', ')}],`,
    );
  return `// Made by web/ids.ts from the English catalogues of the program: by id, the values that a text names.\nexport const webTexts: Readonly<Record<string, readonly string[]>> = {\n${rows.join('\n')}\n};\n`;
}

/** Returns the names of a text's placeholders, each with its TypeScript type. */
export function valuesOf(text: string): Map<string, string> {
  return collectValues(compileMessage(text) as Part[]);
}

function collectValues(parts: Part[], values = new Map<string, string>()) {
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const [name, kind, choices] = part;
    const isNumber = kind === 'plural' || kind === 'number' || kind === 'selectordinal';
    if (isNumber || !values.has(name)) values.set(name, isNumber ? 'number' : 'string | number');
    if (choices && typeof choices === 'object')
      for (const choice of Object.values(choices))
        if (Array.isArray(choice)) collectValues(choice as Part[], values);
  }
  return values;
}
