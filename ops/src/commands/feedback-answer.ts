import type { Command } from '#/command.ts';

export const feedbackAnswer: Command = {
  name: 'feedback answer',
  usage: '<id> --words "…" --reason "…"',
  about: 'Answers a feedback for good. The person finds a message in the app that leads to the words; no SMS is sent.',
  examples: [
    'feedback answer 019a9f00-0000-7000-8000-000000000001 --words "Thank you. 30 days are on our list." --reason "weekly answers"',
  ],
  options: ['words'],
  isChange: true,
  input: ({ words: [id, ...rest], options: { words } }) => (id && rest.length === 0 && words ? { id, words } : null),
  show: ({ feedback }: { feedback: { id: string } }) => ({ line: `${feedback.id} is answered` }),
};
