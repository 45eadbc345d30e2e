// Checks how comments, titles and documents are written, as far as patterns can check it. STYLE.md
// gives the reasons.
import {
  commentsOf,
  type Find,
  file,
  isCode,
  isRuleFile,
  isTest,
  lineRule,
  type Rule,
} from './sources.ts';

const columns = 100;
/**
 * The column limit for code. Lines with a string or a URL have no limit, because they cannot be
 * broken.
 */
const codeColumns = 120;
const titleLength = 90;
const cellLength = 200;
const meanSentenceWords = 16;

/** Folders and files that follow these rules. Add a folder once it follows them. */
const rewritten: readonly string[] = [
  'area/',
  'battery/',
  'bench/',
  'contract/',
  'docs/decisions/',
  'docs/integrators/',
  'docs/lenders/',
  'docs/operators/',
  'e2e/',
  'ops/',
  'scripts/',
  'sentences/',
  'server/',
  'simulators/',
  'web/src/',
  'web/stories/',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'STYLE.md',
];
const isRewritten = (at: string) => rewritten.some((start) => at.startsWith(start));
const isDocument = (at: string) => at.endsWith('.md') && isRewritten(at);

const isComment = /^\s*(\/\/|\/?\*|--)/;
const hasString = /['"`/]/;

const wideLines: Find = ({ path, text }) => {
  if (!/\.(tsx?|cjs|mjs|sql|css)$/.test(path) || !isRewritten(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    const limit = isComment.test(line) ? columns : hasString.test(line) ? Infinity : codeColumns;
    return line.length > limit && !/https?:/.test(line) ? [`${index + 1}: ${line.length}`] : [];
  });
};

const title = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g;

const longTitles: Find = ({ path, text }) => {
  if (!isCode(path) || !isTest(path) || !isRewritten(path)) return [];
  const titles = [...text.matchAll(title)].map(([, , words = '']) =>
    words.replace(/ @atLength$/, ''),
  );
  return titles.filter((words) => words.length > titleLength);
};

const asyncQuestion = lineRule(
  /\basync function (is|has)[A-Z]|\b(is|has)[A-Z]\w* = async\b|\basync #?(is|has)[A-Z]\w*\(/,
  (at) => isCode(at) && isRewritten(at) && !isRuleFile(at),
);

const longCells: Find = ({ path, text }) => {
  if (!isDocument(path)) return [];
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.flatMap((line) => line.split('|')).map((cell) => cell.trim());
  return cells.filter((cell) => cell.length > cellLength).map((cell) => `${cell.slice(0, 80)}…`);
};

/** Splits a document's paragraphs and bullets into sentences; skips code, tables and headings. */
function sentencesOf(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '').replace(/^(\||#| {4}).*$/gm, '\n');
  const blocks = prose.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/);
  const sentences = blocks.flatMap((block) => block.replace(/\s+/g, ' ').split(/(?<=[.:;?!])\s+/));
  return sentences.filter((sentence) => sentence.split(' ').length > 2);
}

const longSentences: Find = ({ path, text }) => {
  if (!isDocument(path)) return [];
  const counts = sentencesOf(text).map((sentence) => sentence.split(' ').length);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.length > 5 && mean > meanSentenceWords ? [`${mean.toFixed(1)} words`] : [];
};

/** Phrases that readers had to read twice. */
const phrases =
  /\b(null|true|false|undefined|nothing|empty) where\b|\bwhat it takes\b|\bwhich nobody\b|\bof no (?!more\b)|\bno more than that\b|\bsmall letters\b|\bnew start\b|\ba try\b|\blet go\b|\bis one of ours\b|(?<!there )\b(?:is|are) none\b/i;

const oldPhrases: Find = (source) => {
  const { path, text } = source;
  if (isRuleFile(path) || path === 'STYLE.md' || !isRewritten(path)) return [];
  if (!/\.(tsx?|sql|md)$/.test(path)) return [];
  const prose = path.endsWith('.md') ? text : commentsOf(text);
  return prose.split('\n').filter((line) => phrases.test(line));
};

const wide = (length: number, start: string) => `${start}${'a'.repeat(length - start.length)}`;

export const proseRules: Rule[] = [
  {
    name: `comments stay within ${columns} columns, and code within ${codeColumns}`,
    find: wideLines,
    bad: [
      file('area/a.ts', wide(101, '// ')),
      file('area/a.ts', wide(101, ' * ')),
      file('area/1.sql', wide(101, '-- ')),
      file('area/a.ts', wide(121, 'const ')),
    ],
    good: [
      file('area/a.ts', `${wide(100, '// ')}\n${wide(120, 'const ')}`),
      file('area/a.ts', wide(130, "const a = '")),
      file('area/a.ts', wide(130, '// See https://example.test/')),
    ],
  },
  {
    name: `titles of tests have at most ${titleLength} characters`,
    find: longTitles,
    bad: ['test(', 'test.each([])(', 'describe('].map((start) =>
      file('area/a.test.ts', `${start}'${'a'.repeat(91)}', () => {});`),
    ),
    good: [
      file('area/a.test.ts', `test('${'a'.repeat(90)}', () => {});`),
      file('area/a.ts', `test('${'a'.repeat(91)}');`),
    ],
  },
  {
    name: 'is… and has… name pure booleans',
    find: asyncQuestion,
    bad: [
      'async function isPaid() {}',
      'const hasOne = async () => true;',
      'async isOpen() {}',
    ].map((text) => file('area/a.ts', text)),
    good: [file('area/a.ts', 'function isLate() {}\nasync function issue() {}')],
  },
  {
    name: `table cells in documents have at most ${cellLength} characters`,
    find: longCells,
    bad: [file('area/a.md', `| a | ${'b'.repeat(201)} |`)],
    good: [file('area/a.md', `| a | ${'b'.repeat(200)} |\n\n${'c'.repeat(300)}`)],
  },
  {
    name: `sentences of a document have at most ${meanSentenceWords} words on average`,
    find: longSentences,
    bad: [file('area/a.md', `${'word '.repeat(17).trim()}. `.repeat(6))],
    good: [file('area/a.md', `${'word '.repeat(16).trim()}. `.repeat(6)), file('area/a.md', '')],
  },
  {
    name: 'prose avoids phrases that readers read twice',
    find: oldPhrases,
    bad: [
      file('area/a.ts', '/** The bill, null where it is not extended. */'),
      file('area/a.md', 'Which nobody reads.\nIt says which nobody has read.'),
    ],
    good: [file('area/a.ts', "const text = 'null where';\n// Null unless it is extended.")],
  },
];
