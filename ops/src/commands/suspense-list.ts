import type { Command } from '#/command.ts';

type Money = {
  id: string;
  amount: string;
  code: string | null;
  channel: string;
  gatewayId: string;
  paidAt: string;
  ageDays: number;
  proposed: string | null;
  proposedBy: string | null;
};

export const suspenseList: Command = {
  name: 'suspense list',
  usage: '[--code <as typed>] [--amount <pesos>] [--on <day>]',
  about:
    'Lists money whose owner is not known, the oldest first: of a code that nobody has, or in another currency. A complaint is found by the code, the amount or the day on which it was paid.',
  examples: ['suspense list', 'suspense list --amount 1500.50 --on 2026-11-20'],
  options: ['code', 'amount', 'on'],
  input: ({ words, options: { code, amount, on } }) => {
    if (words.length > 0 || (amount !== undefined && !/^\d{1,9}(\.\d{1,2})?$/.test(amount))) return null;
    const [pesos = '', rest = ''] = (amount ?? '').split('.');
    return {
      ...(code !== undefined && { code }),
      ...(amount !== undefined && { amountCentavos: Number(pesos) * 100 + Number(rest.padEnd(2, '0')) }),
      ...(on !== undefined && { on }),
    };
  },
  show: ({ money }: { money: Money[] }) => ({
    rows: [
      ['id', 'amount', 'code', 'channel', 'at the gateway', 'paid', 'days', 'proposed'],
      ...money.map((one) => [
        one.id,
        one.amount,
        one.code,
        one.channel,
        one.gatewayId,
        one.paidAt,
        one.ageDays,
        one.proposed && `${one.proposed} by ${one.proposedBy}`,
      ]),
    ],
    line: money.length === 0 ? 'No such money is in suspense.' : '',
    isWell: money.length === 0,
  }),
};
