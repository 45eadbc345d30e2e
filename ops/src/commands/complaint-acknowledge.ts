import type { Command } from '#/command.ts';

export const complaintAcknowledge: Command = {
  name: 'complaint acknowledge',
  usage: '<number> --reason "…"',
  about: 'Says that somebody works on a complaint; the person gets a message. It is due within 2 days.',
  examples: ['complaint acknowledge CS-7KQ2-M4XX --reason "taken on"'],
  isChange: true,
  input: ({ words: [number, ...rest] }) => (number && rest.length === 0 ? { number } : null),
  show: ({ complaint }: { complaint: { number: string; state: string } }) => ({ line: `${complaint.number} is ${complaint.state}` }),
};
