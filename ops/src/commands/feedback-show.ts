import type { Command } from '#/command.ts';

export const feedbackShow: Command = {
  name: 'feedback show',
  usage: '<id> --reason "…"',
  about: 'Shows a feedback with its words, the language its sender reads, and the answer. The person can see that it was read, and why.',
  examples: ['feedback show 019a9f00-0000-7000-8000-000000000001 --reason "reads what came this week"'],
  input: ({ words: [id, ...rest] }) => (id && rest.length === 0 ? { id } : null),
  show: ({ feedback }: { feedback: Record<string, string | null> }) => ({ rows: [['field', 'value'], ...Object.entries(feedback)] }),
};
