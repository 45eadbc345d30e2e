import type { Command } from '#/command.ts';

const isDay = (text: string | undefined) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

export const journalExport: Command = {
  name: 'journal export',
  usage: '<from> <to> --out <file>',
  about:
    'Writes every line of the ledger in the books of some days, both included and sealed, to a new file: comma-separated, for an accountant.',
  examples: ['journal export 2026-11-01 2026-11-30 --out journal-2026-11.csv'],
  options: ['out'],
  timeoutMs: 600_000,
  input: ({ words: [from, to, ...rest], options: { out } }) => (isDay(from) && isDay(to) && rest.length === 0 && out ? { from, to } : null),
  savesTo: ({ options: { out } }) => out ?? '',
  show: ({ file, bytes }: { file: string; bytes: number }) => ({ line: `${file}: ${bytes} bytes.` }),
};
