// Reads the repository's text files for the rules in this folder.
import * as fs from 'node:fs';
import * as path from 'node:path';

export type Source = { path: string; text: string };
/** Returns a file's violations, each as "line: words"; `all` has every file by path. */
export type Find = (source: Source, sources: ReadonlyMap<string, Source>) => string[];
/** `find` must report each file in `bad` and none in `good`. */
export type Rule = { name: string; find: Find; bad: Source[]; good: Source[] };

const repository = path.join(import.meta.dirname, '../..');
const folders = [
  'contract',
  'server',
  'web',
  'desk',
  'ops',
  'simulators',
  'e2e',
  'battery',
  'bench',
  'scripts',
  'deploy',
  'sentences',
  'docs',
  '.ci',
];
const leftOut = new Set(['node_modules', 'dist', 'dist-ssr', 'generated']);
const readable = /\.(tsx?|cjs|mjs|sql|css|html|md|json|po|sh|ya?ml)$|\/\.ci\/run$|\.env\.example$/;

/** Reads every text file in the workspaces and the root; keys are paths from the root, with `/`. */
export function readSources(): Map<string, Source> {
  const sources = new Map<string, Source>();
  const add = (at: string) => {
    const file = path.join(repository, at);
    if (readable.test(`/${at}`)) sources.set(at, { path: at, text: fs.readFileSync(file, 'utf8') });
  };
  const walk = (folder: string) => {
    for (const entry of fs.readdirSync(path.join(repository, folder), { withFileTypes: true })) {
      const at = `${folder}/${entry.name}`;
      if (leftOut.has(entry.name)) continue;
      if (entry.isDirectory()) walk(at);
      else add(at);
    }
  };
  for (const folder of folders) if (fs.existsSync(path.join(repository, folder))) walk(folder);
  for (const name of fs.readdirSync(repository))
    if (name !== 'package-lock.json' && fs.statSync(path.join(repository, name)).isFile())
      add(name);
  return sources;
}

export const isCode = (at: string) => /\.(tsx?|cjs|mjs)$/.test(at);
export const isTest = (at: string) =>
  /\.test\.tsx?$|\/testing(\.\w+)?\.ts$|\.testing\.ts$|\/testing\/|^(e2e|battery|bench|sentences)\//.test(
    at,
  );
/** The rules' own files quote what they ban. */
export const isRuleFile = (at: string) => at.startsWith('scripts/tidy');

const blockComment = /(^|\s)\/\*[\s\S]*?\*\//g;
const lineComment = /(^|\s)\/\/.*$/gm;

/** Removes comments and keeps the line numbers. */
export function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, '');
  return text.replace(blockComment, blank).replace(lineComment, '$1');
}

export function commentsOf(text: string): string {
  return [...text.matchAll(blockComment), ...text.matchAll(lineComment)]
    .map(([comment]) => comment)
    .join('\n');
}

/** Creates a rule that reports lines that match `pattern` in files that `where` selects. */
export function lineRule(
  pattern: RegExp,
  where: (at: string) => boolean,
  { comments = false } = {},
): Find {
  return ({ path: at, text }) => {
    if (!where(at)) return [];
    const searched = comments ? text : withoutComments(text);
    return searched
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${index + 1}: ${line.trim().slice(0, 120)}`] : [],
      );
  };
}

/** Creates a sample file. */
export function file(at: string, text: string): Source {
  return { path: at, text };
}
