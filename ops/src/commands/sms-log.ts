import type { Command } from '#/command.ts';

type Try = { gateway: string; outcome: string | null; gatewayId: string | null; why: string | null };
type Message = { at: string; to: string; kind: string; state: string; delivery: string | null; tries: Try[] };

export const smsLog: Command = {
  name: 'sms log',
  usage: '[--phone <number>] [--limit 50] --reason "…"',
  about: 'Lists messages and every try to send them, newest first: no text, no code, the number masked.',
  examples: [
    'sms log --limit 20 --reason "codes come late, ticket 812"',
    'sms log --phone "0917 123 4567" --reason "no code came, ticket 812"',
  ],
  options: ['phone', 'limit'],
  isAboutPerson: true,
  input: ({ words, options: { phone, limit } }) => {
    if (words.length > 0 || (limit !== undefined && !/^[1-9]\d{0,2}$/.test(limit))) return null;
    return { ...(phone === undefined ? {} : { phone }), ...(limit === undefined ? {} : { limit: Number(limit) }) };
  },
  show: ({ messages }: { messages: Message[] }) => ({
    rows: [
      ['at', 'to', 'kind', 'state', 'delivery', 'tries'],
      ...messages.map((one) => [one.at, one.to, one.kind, one.state, one.delivery, triesOf(one)]),
    ],
  }),
};

function triesOf({ tries }: Message): string {
  return tries
    .map(({ gateway, outcome, gatewayId, why }) => [gateway, outcome ?? 'asked', gatewayId ?? why].filter(Boolean).join(' '))
    .join('; ');
}
