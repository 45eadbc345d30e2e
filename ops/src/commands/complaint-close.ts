import type { Command } from '#/command.ts';

export const complaintClose: Command = {
  name: 'complaint close',
  usage: '<number> --reason "…"',
  about: 'Closes a complaint that is answered. Its pictures are deleted 90 days later.',
  examples: ['complaint close CS-7KQ2-M4XX --reason "taken on"'],
  isChange: true,
  input: ({ words: [number, ...rest] }) => (number && rest.length === 0 ? { number } : null),
  show: ({ complaint }: { complaint: { number: string; state: string } }) => ({ line: `${complaint.number} is ${complaint.state}` }),
};
