import type { Command } from '#/command.ts';

export const requestsAnswer: Command = {
  name: 'requests answer',
  usage: '<id> --outcome done|refused --words "…" --reason "…"',
  about: 'Answers a request for good. The person gets a message and reads the words in the app.',
  examples: [
    'requests answer 019a9f00-0000-7000-8000-000000000001 --outcome done --words "Your address is corrected." --reason "ticket 77"',
    'requests answer 019a9f00-0000-7000-8000-000000000001 --outcome refused --words "The law keeps it until 2031." --reason "legal hold"',
  ],
  options: ['outcome', 'words'],
  isChange: true,
  input: ({ words: [id, ...rest], options: { outcome, words } }) =>
    id && rest.length === 0 && (outcome === 'done' || outcome === 'refused') && words ? { id, outcome, words } : null,
  show: ({ request }: { request: { id: string; outcome: string } }) => ({ line: `${request.id} is answered: ${request.outcome}` }),
};
