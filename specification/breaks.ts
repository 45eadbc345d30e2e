// Breaks: small edits of the product that leave it running and wrong. `from` must occur exactly once in its file. The helpers read the file for it, so that a row
// names only what it breaks; if they find nothing, `from` says what they looked for and the check of the rows is red.
import * as fs from 'node:fs';
import * as path from 'node:path';

export const root = path.join(import.meta.dirname, '..');

export type Edit = { readonly file: string; readonly from: string; readonly to: string };

/** Any edit. */
export function edit(file: string, from: string, to: string): Edit {
  return { file, from, to };
}

/** Another value for a constant: of contract/src/constants.ts, or of the file that is named. */
export function breakConstant(name: string, to: string, file = 'contract/src/constants.ts'): Edit {
  const from = found(file, new RegExp(`^(?:export )?const ${name}\\b[^=\n]* = .*;$`, 'm')) ?? `const ${name}`;
  return { file, from, to: `${from.split(' = ')[0]} = ${to};` };
}

/** Moves the route to another address. */
export function breakRoute(address: string): Edit {
  return { file: 'web/src/routes/paths.ts', from: `'${address}'`, to: `'${address.replace(/^\/(\w*)/, '/$1-elsewhere')}'` };
}

/** The call answers at another path. */
export function breakCall(file: string, address: string): Edit {
  return { file, from: `'${address}'`, to: `'${address}/elsewhere'` };
}

/** A key of an object or of a schema gets another name: `cardNo:` → `cardNoX:`. */
export function breakKey(file: string, key: string): Edit {
  const from = found(file, new RegExp(`^.*(?<![\\w.'])${key}:.*$`, 'm'))?.trim() ?? `${key}:`;
  return { file, from, to: from.replace(new RegExp(`(?<![\\w.'])${key}:`), `${key}X:`) };
}

/** The refusal carries another code. */
export function breakCode(name: string): Edit {
  const file = 'contract/src/codes.ts';
  const from = found(file, new RegExp(`\\b${name}: '\\d{4}'`)) ?? `${name}: '`;
  return { file, from, to: `${name}: '8999'` };
}

/** A text of the server says something else, in English, with the values that it needs: a catalogue that loses one is refused. */
export function breakText(id: string): Edit {
  const file = 'server/src/texts/en.po';
  const from = found(file, new RegExp(`^msgid "${id.replaceAll('.', '\\.')}"\\nmsgstr ".+"$`, 'm')) ?? `msgid "${id}"`;
  return { file, from, to: from.replace(/(?<=msgstr ")[^{"]*/, 'Something else is said. ').replace(/ "$/, '"') };
}

const webTexts = 'web/src/i18n/en';
const areas = fs.readdirSync(path.join(root, webTexts)).map((name) => `${webTexts}/${name}`);

/** A text of the web program says something else, in English. */
export function breakWebText(id: string): Edit {
  const entry = new RegExp(`^msgid "${id.replaceAll('.', '\\.')}"\\nmsgstr ".*"$`, 'm');
  const file = areas.find((area) => found(area, entry) !== null) ?? `${webTexts}/shell.po`;
  return { file, from: found(file, entry) ?? `msgid "${id}"`, to: `msgid "${id}"\nmsgstr "Something else is said."` };
}

/** The first match in the file, or null. */
function found(file: string, what: RegExp): string | null {
  const at = path.join(root, file);
  return fs.existsSync(at) ? (what.exec(fs.readFileSync(at, 'utf8'))?.[0] ?? null) : null;
}
