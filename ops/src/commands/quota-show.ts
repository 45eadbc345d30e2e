import type { Command } from '#/command.ts';

export const quotaShow: Command = {
  name: 'quota show',
  usage: '<id> --reason "…"',
  about: 'Shows a request for a higher limit with the line and how loans were repaid. The person can see that it was looked at, and why.',
  examples: ['quota show 019a9f00-0000-7000-8000-000000000001 --reason "request of today"'],
  input: ({ words: [id, ...rest] }) => (id && rest.length === 0 ? { id } : null),
  show: ({ request }: { request: Record<string, unknown> }) => ({
    rows: [['field', 'value'], ...Object.entries(request).map(([name, value]) => [name, cellOf(value)])],
  }),
};

function cellOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
