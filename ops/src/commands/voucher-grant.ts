import type { Command } from '#/command.ts';

const pesos = /^(\d{1,7})(?:\.(\d{2}))?$/;

/** '1200' or '1200.50' in whole centavos; null for anything else. */
function centavosOf(text: string | undefined): number | null {
  const [, whole, part = '00'] = pesos.exec(text ?? '') ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part);
}

export const voucherGrant: Command = {
  name: 'voucher grant',
  usage: '<person…> --campaign <name> --off fee|interest --amount <pesos> --until <day> [--minimum <pesos>] [--from <day>] --reason "…"',
  about: 'Gives a coupon to each person named (number, userGid or reference number). Nobody gets one of a campaign twice.',
  examples: [
    'voucher grant "0917 123 4567" --campaign pasko-2026 --off interest --amount 300 --minimum 60000 --until 2026-12-31 --reason "holiday campaign"',
    'voucher grant 4021938857 --campaign sorry-812 --off fee --amount 150.50 --until 2026-12-31 --reason "late payout, ticket 812"',
  ],
  options: ['campaign', 'off', 'amount', 'minimum', 'from', 'until'],
  isChange: true,
  input: ({ words, options: { campaign, off, amount, minimum, from, until } }) => {
    const [amountCentavos, minimumLoanCentavos] = [centavosOf(amount), minimum === undefined ? 0 : centavosOf(minimum)];
    const kind = off === 'fee' ? 'serviceFee' : off === 'interest' ? 'interest' : null;
    if (words.length === 0 || !campaign || !kind || !amountCentavos || minimumLoanCentavos === null || !until) return null;
    return { people: words, campaign, kind, amountCentavos, minimumLoanCentavos, startsOn: from ?? null, endsOn: until };
  },
  show: ({ campaign, given, hadIt }: { campaign: string; given: number; hadIt: number }) => ({
    line: `${given} given${hadIt > 0 ? `, ${hadIt} had one of ${campaign} already` : ''}`,
  }),
};
