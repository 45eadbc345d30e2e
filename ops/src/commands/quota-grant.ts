import type { Command } from '#/command.ts';

export const quotaGrant: Command = {
  name: 'quota grant',
  usage: '<id> [--limit <pesos>] --reason "…"',
  about:
    'Grants a higher limit: the wanted one, or less. Above the limit of one person it proposes, and another one confirms with the same command.',
  examples: [
    'quota grant 019a9f00-0000-7000-8000-000000000001 --reason "seven loans on time"',
    'quota grant 019a9f00-0000-7000-8000-000000000001 --limit 120000 --reason "income carries this much"',
  ],
  options: ['limit'],
  isChange: true,
  input: ({ words: [id, ...rest], options: { limit } }) => {
    if (!id || rest.length > 0 || (limit !== undefined && !/^\d{1,9}$/.test(limit))) return null;
    return limit === undefined ? { id } : { id, limitPesos: Number(limit) };
  },
  show: ({ request }: { request: { id: string; outcome: string; limit: string } }) => ({
    line: request.outcome === 'proposed' ? `${request.limit} is proposed; another person confirms it` : `the limit is now ${request.limit}`,
  }),
};
