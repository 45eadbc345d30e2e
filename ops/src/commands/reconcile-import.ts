import type { Command } from '#/command.ts';
import { textOf } from '#/text-of.ts';
import { type ReconciledDay, shownDay } from './reconcile-day.ts';

export const reconcileImport: Command = {
  name: 'reconcile import',
  usage: '<file> --day <day> [--gateway <name>] --reason "…"',
  about:
    'Takes the whole statement of a day from a file (comma-separated; docs/operations/reconciliation.md) and compares it with the books.',
  examples: ['reconcile import docs/operations/statement-sample.csv --day 2026-11-20 --reason "statement by mail"'],
  options: ['day', 'gateway'],
  isChange: true,
  timeoutMs: 120_000,
  input: ({ words: [file, ...rest], options: { day, gateway } }) =>
    file && rest.length === 0 && /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? { day, ...(gateway && { gateway }), text: textOf(file) } : null,
  show: ({ found, matched: _, asked: __, ...day }: ReconciledDay & { found: number; matched: number; asked: number }) => {
    const shown = shownDay(day);
    return { ...shown, line: `${shown.line} ${found} new ${found === 1 ? 'break' : 'breaks'}.` };
  },
};
