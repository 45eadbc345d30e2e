import { cleanPesosInput, parsePesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';

export const transferBook: Command = {
  name: 'transfer book',
  usage: '--reference TR-… --amount <pesos> --paid-on <day> --bank-ref <reference> [--case CS-…] --reason "…"',
  about:
    'Books a transfer to our own account as the bank’s statement has it. One person proposes, and another confirms with the same command. --case answers the case that came with the receipt.',
  examples: [
    'transfer book --reference TR-7KQ2-M4XX --amount 1,500.00 --paid-on 2026-11-20 --bank-ref FT2632500018 --reason "line 12 of 20 November"',
    'transfer book --reference TR-7KQ2-M4XX --amount 61800 --paid-on 2026-11-20 --bank-ref FT2632500019 --case CS-7KQ2-M4XX --reason "line 13"',
  ],
  options: ['reference', 'amount', 'paid-on', 'bank-ref', 'case'],
  isChange: true,
  input: ({ words, options }) => {
    const { reference, amount, 'paid-on': paidOn, 'bank-ref': bankReference, case: caseNumber } = options;
    const amountCentavos = parsePesos(cleanPesosInput(amount ?? ''));
    if (words.length > 0 || !reference || amountCentavos === null || !paidOn || !bankReference) return null;
    return { reference, amountCentavos, paidOn, bankReference, ...(caseNumber && { caseNumber }) };
  },
  show: ({ transfer }: { transfer: { bankReference: string; outcome: string; amount: string } }) => ({
    line:
      transfer.outcome === 'proposed'
        ? `${transfer.amount} of ${transfer.bankReference} is proposed; another person confirms it`
        : `${transfer.amount} of ${transfer.bankReference} is booked`,
  }),
};
