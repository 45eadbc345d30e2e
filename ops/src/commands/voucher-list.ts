import type { Command } from '#/command.ts';

type Voucher = {
  voucherId: string;
  grantedFor: string;
  kind: string;
  discountAmount: string;
  startDate: string;
  endDate: string;
  useStatus: string;
  isSetAside: boolean;
  loanId: string | null;
};

const states: Record<string, string> = { '0': 'unused', '1': 'used' };

export const voucherList: Command = {
  name: 'voucher list',
  usage: '<person> --reason "…"',
  about: 'Lists every coupon that a person ever got, with the loan that uses it. The person can see that it was read, and why.',
  examples: ['voucher list "0917 123 4567" --reason "asks where the coupon went, ticket 812"'],
  isAboutPerson: true,
  input: ({ words: [person, ...rest] }) => (person && rest.length === 0 ? { person } : null),
  show: ({ vouchers }: { vouchers: Voucher[] }) => ({
    rows: [
      ['id', 'given for', 'off', 'pesos', 'from', 'until', 'state', 'loan'],
      ...vouchers.map((one) => [
        one.voucherId,
        one.grantedFor,
        one.kind,
        one.discountAmount,
        one.startDate,
        one.endDate,
        one.isSetAside ? 'set aside' : (states[one.useStatus] ?? 'void'),
        one.loanId,
      ]),
    ],
    line: vouchers.length === 0 ? 'None.' : '',
  }),
};
