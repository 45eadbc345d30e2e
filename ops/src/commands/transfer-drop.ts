import type { Command } from '#/command.ts';

export const transferDrop: Command = {
  name: 'transfer drop',
  usage: '<bank-ref> --reason "…"',
  about: 'Takes back a proposed transfer that nobody has confirmed. What is booked stays.',
  examples: ['transfer drop FT2632500018 --reason "wrong line"'],
  isChange: true,
  input: ({ words: [bankReference, ...rest] }) => (bankReference && rest.length === 0 ? { bankReference } : null),
  show: ({ transfer }: { transfer: { bankReference: string } }) => ({ line: `${transfer.bankReference} is dropped` }),
};
