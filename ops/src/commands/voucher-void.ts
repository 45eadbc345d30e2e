import type { Command } from '#/command.ts';

export const voucherVoid: Command = {
  name: 'voucher void',
  usage: '<id> --reason "…"',
  about: 'Makes a coupon void that no loan uses. The person sees it among the invalid ones.',
  examples: ['voucher void 019a9f00-0000-7000-8000-000000000001 --reason "given by mistake, ticket 812"'],
  isChange: true,
  input: ({ words: [id, ...rest] }) => (id && rest.length === 0 ? { id } : null),
  show: ({ id }: { id: string }) => ({ line: `${id} is void` }),
};
