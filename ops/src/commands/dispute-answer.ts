import type { Command } from '#/command.ts';

export const disputeAnswer: Command = {
  name: 'dispute answer',
  usage: '<id> --outcome upheld|declined --words "…" --reason "…"',
  about:
    'Answers a dispute for good. Upheld sends the same materials to manual review; either way the person gets a message and reads the words.',
  examples: [
    'dispute answer 019a9f00-0000-7000-8000-000000000001 --outcome upheld --words "Your payslip shows it." --reason "payslip seen"',
    'dispute answer 019a9f00-0000-7000-8000-000000000001 --outcome declined --words "The ID has expired." --reason "expired in May"',
  ],
  options: ['outcome', 'words'],
  isChange: true,
  input: ({ words: [id, ...rest], options: { outcome, words } }) =>
    id && rest.length === 0 && (outcome === 'upheld' || outcome === 'declined') && words ? { id, outcome, words } : null,
  show: ({ dispute }: { dispute: { id: string; outcome: string; next: string | null } }) => ({
    line: `${dispute.id} is ${dispute.outcome}${dispute.next === 'again' ? '; the application waits for manual review' : ''}`,
  }),
};
