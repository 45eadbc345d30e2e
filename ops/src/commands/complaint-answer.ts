import type { Command } from '#/command.ts';

export const complaintAnswer: Command = {
  name: 'complaint answer',
  usage: '<number> --words "…" --reason "…"',
  about: 'Answers a complaint for good, within 30 days. The person gets a message and reads the words in the app.',
  examples: ['complaint answer CS-7KQ2-M4XX --words "Your payment of May 3 is on your bill now." --reason "found at the gateway"'],
  options: ['words'],
  isChange: true,
  input: ({ words: [number, ...rest], options: { words } }) => (number && rest.length === 0 && words ? { number, words } : null),
  show: ({ complaint }: { complaint: { number: string; state: string } }) => ({ line: `${complaint.number} is ${complaint.state}` }),
};
