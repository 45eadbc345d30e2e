// Reads the specification, which is not in the repository, and docs/developers/specification.md,
// which lists the tests for each sentence by number, label and hash.
import { createHash } from 'node:crypto';

/** A test's file and title or, if `file` is null, the reason why there is no test. */
export type Proof = { readonly file: string | null; readonly text: string };

export type Row = {
  readonly number: string;
  readonly label: string;
  readonly hash: string;
  readonly proofs: readonly Proof[];
};

/**
 * Parses rows: `**2.1** label · hash`, then a list of tests and reasons. Attack rows lack a hash.
 */
export function readTable(page: string): Row[] {
  return [...page.matchAll(/^\*\*([\w.-]+)\*\*(.*)\n\n((?:- .*\n(?: {2}.*\n)*)*)/gm)].map(
    ([, number = '', head = '', list = '']) => {
      const [, label = '', hash = ''] = /^(?: (.*?))??(?: · ([0-9a-f]{8}))?$/.exec(head) ?? [];
      return {
        number,
        label,
        hash,
        proofs: list
          .split(/\n(?=- )/)
          .map((entry) => readProof(entry.replaceAll(/\s+/g, ' ').trim())),
      };
    },
  );
}

function readProof(entry: string): Proof {
  const [, file = null, text = entry.slice(2)] = /^- `([^`]+)` › (.*)$/.exec(entry) ?? [];
  return { file, text };
}

export type Sentence = {
  readonly number: string;
  readonly label: string;
  readonly text: string;
  readonly hash: string;
};

/**
 * Splits a specification into sentences and table rows, numbered by chapter; the introduction is
 * chapter 0. The label is the first cell, the words before a colon, a list's heading or the call
 * paths.
 */
export function readSpecification(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let [chapter, count, heading, depth] = ['0', 0, '', -1];
  const add = (label: string, sentence: string) => {
    count += 1;
    sentences.push({
      number: `${chapter}.${count}`,
      label,
      text: sentence,
      hash: hashOf(sentence),
    });
  };
  const lines = text.replaceAll(/\*\*/g, '').split('\n');
  for (const [at, raw] of lines.entries()) {
    const line = raw.replace(/^\s*- /, '').trim();
    const isHeadOfTable = lines[at + 1]?.startsWith('|--') === true;
    if (line === '' || line.startsWith('|--') || isHeadOfTable) continue;
    /** The indentation of a list entry; -1 for other lines. */
    const indent = /^\s*- /.test(raw) ? raw.search(/\S/) : -1;
    if (line.startsWith('#'))
      [chapter, count, heading] = [/^## (\d+)/.exec(line)?.[1] ?? '0', 0, ''];
    else if (line.startsWith('|')) {
      const cells = line.split('|').map((cell) => cell.trim());
      add(cells[1] ?? '', cells.slice(1, -1).join(' | '));
    } else if (isHeading(line)) [heading, depth] = [line.replace(/( \(.*\))?:$/, ''), indent];
    else {
      if (indent <= depth) heading = '';
      const label = labelOf(line) ?? heading;
      for (const sentence of sentencesOf(line)) add(label, sentence);
    }
  }
  return sentences;
}

const isHeading = (line: string) => /^(\S+ ){0,2}\S+:$/.test(line);

function labelOf(line: string): string | null {
  const quoted = /^"[^"]*"/.exec(line)?.[0];
  const paths = /^(\/[\w/]+)(, \/[\w/]+)*/.exec(line)?.[0];
  const lead = /^((?:[^\s:"]+ ){0,3}[^\s:"]+):/.exec(line)?.[1]?.replace(/ \(.*\)$/, '');
  return quoted ?? paths ?? lead ?? null;
}

/** Splits a line into sentences. A full stop within quotation marks does not end a sentence. */
function sentencesOf(line: string): string[] {
  const joined = line.replaceAll(/"[^"]*"/g, (quote) => quote.replaceAll(' ', '\u00a0'));
  return joined
    .split(/(?<=[.!?]"?) (?=[A-Z0-9"])/)
    .map((sentence) => sentence.replaceAll('\u00a0', ' '));
}

function hashOf(sentence: string): string {
  const plain = sentence.replaceAll(/\s+/g, ' ').trim();
  return createHash('sha256')
    .update(`a sentence of the specification: ${plain}`)
    .digest('hex')
    .slice(0, 8);
}
