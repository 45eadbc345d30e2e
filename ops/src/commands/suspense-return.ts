import type { Command } from '#/command.ts';

export const suspenseReturn: Command = {
  name: 'suspense return',
  usage: '<id> --reason "…"',
  about:
    'Notes that money without an owner was sent back, outside of this program. One person proposes before it is sent, and another confirms with the same command.',
  examples: ['suspense return 019a9f00-0000-7000-8000-000000000001 --reason "sent back by BDO transfer 4411"'],
  isChange: true,
  input: ({ words: [id, ...rest] }) => (id && rest.length === 0 ? { id } : null),
  show: ({ money }: { money: { outcome: string } }) => ({
    line: money.outcome === 'proposed' ? 'it is proposed; another person confirms it' : 'the money is noted as sent back',
  }),
};
