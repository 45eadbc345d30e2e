import { cleanPesosInput, parsePesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

export const transferUnmatched: Command = {
  name: 'transfer unmatched',
  usage: '--amount <pesos> --paid-on <day> --bank-ref <reference> [--code <as written>] --reason "…"',
  about:
    'Books money on our own account whose owner nobody can tell, as the bank’s statement has it: suspense list shows it then. One person proposes, and another confirms with the same command. --code is what the payer wrote as a reference, never a name.',
  examples: [
    'transfer unmatched --amount 1,500.00 --paid-on 2026-11-20 --bank-ref FT2632500021 --reason "line 15, no reference"',
    'transfer unmatched --amount 1,500.00 --paid-on 2026-11-20 --bank-ref FT2632500022 --code "TR-7KQ2-M4X" --reason "line 16"',
  ],
  options: ['amount', 'paid-on', 'bank-ref', 'code'],
  isChange: true,
  input: ({ words, options }) => {
    const { amount, 'paid-on': paidOn, 'bank-ref': bankReference, code } = options;
    const amountCentavos = parsePesos(cleanPesosInput(amount ?? ''));
    if (words.length > 0 || amountCentavos === null || !paidOn || !bankReference) return null;
    return { amountCentavos, paidOn, bankReference, ...(code !== undefined && { code }) };
  },
  show: ({ transfer }: { transfer: { bankReference: string; outcome: string; amount: string } }) => ({
    line:
      transfer.outcome === 'proposed'
        ? `${transfer.amount} of ${transfer.bankReference} is proposed as nobody’s; another person confirms it`
        : `${transfer.amount} of ${transfer.bankReference} is in suspense`,
  }),
};
