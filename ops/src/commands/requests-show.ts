import type { Command } from '#/command.ts';

type Request = { id: string; kind: string; person: string; askedAt: string; dueOn: string; words: string | null; outcome: string | null };

export const requestsShow: Command = {
  name: 'requests show',
  usage: '<id> --reason "…"',
  about: 'Shows a request with its words. The person can see that it was read, and why.',
  examples: ['requests show 019a9f00-0000-7000-8000-000000000001 --reason "correction of an address"'],
  input: ({ words: [id, ...rest] }) => (id && rest.length === 0 ? { id } : null),
  show: ({ request }: { request: Request }) => ({
    rows: [['field', 'value'], ...Object.entries(request).map(([name, value]) => [name, value])],
  }),
};
