import type { Command } from '#/command.ts';

type Payout = {
  id: string;
  person: string;
  state: string;
  amount: string;
  channel: string;
  gateway: string;
  orderedAt: string;
  waitsFor: string | null;
  breaks: string[];
  proposedBy: string | null;
};

export const payoutList: Command = {
  name: 'payout list',
  usage: '',
  about:
    'Lists the payouts that need people, the oldest first: of which nobody knows what became of them, that wait for the float, or of which the gateway contradicts itself.',
  examples: ['payout list'],
  input: ({ words }) => (words.length === 0 ? {} : null),
  show: ({ payouts }: { payouts: Payout[] }) => ({
    rows: [
      ['id', 'person', 'state', 'amount', 'channel', 'gateway', 'ordered', 'waits for', 'breaks', 'proposed by'],
      ...payouts.map((one) => [
        one.id,
        one.person,
        one.state,
        one.amount,
        one.channel,
        one.gateway,
        one.orderedAt,
        one.waitsFor,
        one.breaks.join(', '),
        one.proposedBy,
      ]),
    ],
    line: payouts.length === 0 ? 'No payout needs people.' : '',
    isWell: payouts.length === 0,
  }),
};
