import type { Command } from '#/command.ts';
import type { Cell } from '#/table.ts';

export const disputeShow: Command = {
  name: 'dispute show',
  usage: '<id> --reason "…"',
  about: 'Shows a dispute with its words. The person can see that it was read, and why.',
  examples: ['dispute show 019a9f00-0000-7000-8000-000000000001 --reason "dispute of today"'],
  input: ({ words: [id, ...rest] }) => (id && rest.length === 0 ? { id } : null),
  show: ({ dispute }: { dispute: Record<string, Cell> }) => ({ rows: [['field', 'value'], ...Object.entries(dispute)] }),
};
