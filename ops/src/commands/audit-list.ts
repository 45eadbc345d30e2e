import type { Command } from '#/command.ts';

type Row = { at: string; who: string; role: string | null; act: string; subject: string | null; reason: string | null; detail: unknown };

export const auditList: Command = {
  name: 'audit list',
  usage: '[--limit 50] [--subject <id> --reason "…"]',
  about: 'Lists the trail of decisions and of staff, newest first.',
  examples: ['audit list --limit 20', 'audit list --subject announcement --reason "who changed it, ticket 812"'],
  options: ['limit', 'subject'],
  input: ({ words, options: { limit, subject } }) => {
    if (words.length > 0 || (limit !== undefined && !/^[1-9]\d{0,2}$/.test(limit))) return null;
    return { ...(limit === undefined ? {} : { limit: Number(limit) }), ...(subject === undefined ? {} : { subject }) };
  },
  show: ({ rows }: { rows: Row[] }) => ({
    rows: [
      ['at', 'who', 'role', 'act', 'subject', 'reason', 'detail'],
      ...rows.map((one) => [one.at, one.who, one.role, one.act, one.subject, one.reason, JSON.stringify(one.detail)]),
    ],
  }),
};
