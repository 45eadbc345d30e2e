import type { Command } from '#/command.ts';
import type { Cell } from '#/table.ts';

export const complaintShow: Command = {
  name: 'complaint show',
  usage: '<number> [--reveal] --reason "…"',
  about: 'Shows a complaint with its words and its payment. The person can see that it was read, and why.',
  examples: ['complaint show CS-7KQ2-M4XX --reason "complaint of today"'],
  isAboutPerson: true,
  canReveal: true,
  input: ({ words: [number, ...rest] }) => (number && rest.length === 0 ? { number } : null),
  show: ({ complaint }: { complaint: Record<string, Cell> }) => ({ rows: [['field', 'value'], ...Object.entries(complaint)] }),
};
