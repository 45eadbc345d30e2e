import type { Command } from '#/command.ts';

export const reconcileSettle: Command = {
  name: 'reconcile settle',
  usage: '<id> --reason "…"',
  about:
    'Settles a break that does not close by itself. One person proposes with the reason, and another confirms with the same command. It moves no money.',
  examples: [
    'reconcile settle 019a9f00-0000-7000-8000-000000000001 --reason "the bank takes the second payment back, letter of 24 November"',
  ],
  isChange: true,
  input: ({ words: [id, ...rest] }) => (id && rest.length === 0 ? { id } : null),
  show: ({ outcome }: { outcome: string }) => ({
    line: outcome === 'proposed' ? 'Proposed; another person confirms it.' : 'The break is settled.',
  }),
};
