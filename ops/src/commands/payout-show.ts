import type { Command } from '#/command.ts';

export const payoutShow: Command = {
  name: 'payout show',
  usage: '<id> --reason "…"',
  about:
    'Shows a payout: its states with their times, what the gateway said, and what people said. The person can see that it was looked at, and why.',
  examples: ['payout show 019a9f00-0000-7000-8000-000000000001 --reason "unknown since noon, ticket 812"'],
  isAboutPerson: true,
  input: ({ words: [id, ...rest] }) => (id && rest.length === 0 ? { id } : null),
  show: ({ payout }: { payout: Record<string, unknown> }) => ({
    rows: [['field', 'value'], ...Object.entries(payout).map(([name, value]) => [name, cellOf(value)])],
  }),
};

function cellOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  return Array.isArray(value) ? value.join('; ') : String(value);
}
