import type { Command } from '#/command.ts';
import { textOf } from '#/text-of.ts';

type Imported = { list: string; version: number; lines: number; source: string; date: string; replaces: number | null };

export const screeningImport: Command = {
  name: 'screening import',
  usage: '<file> --list blocklist|sanctions --reason "…"',
  about: 'Puts a list from a file (JSON Lines) in the place of the one before. Applications it names wait for a person.',
  examples: [
    'screening import server/src/data/screening-samples/sanctions.jsonl --list sanctions --reason "trying it in the sandbox"',
    'screening import server/src/data/screening-samples/blocklist.jsonl --list blocklist --reason "fraud of ticket 91"',
  ],
  options: ['list'],
  isChange: true,
  timeoutMs: 120_000,
  input: ({ words: [file, ...rest], options: { list } }) => {
    if (!file || rest.length > 0 || (list !== 'blocklist' && list !== 'sanctions')) return null;
    return { list, text: textOf(file) };
  },
  show: ({ list, version, lines, source, date, replaces }: Imported) => ({
    line: `${list} version ${version} is in force: ${lines} lines of ${source}, ${date}${replaces === null ? '' : `, in the place of version ${replaces}`}.`,
  }),
};
