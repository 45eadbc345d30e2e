// What stands in the form of a complaint, and what of it can be sent. Pure.
import { type RepaymentChannel, repaymentChannels } from '@sandali/contract/channel.ts';
import { type ComplaintKind, complaintKinds, isOfPayment } from '@sandali/contract/complaint.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { type Centavos, cleanPesosInput, parsePesos } from '@sandali/contract/money.ts';

export type ComplaintForm = {
  kind: ComplaintKind | '';
  loanId: string;
  /** 'elsewhere' where the list has no name for it. */
  channel: RepaymentChannel | 'elsewhere' | '';
  paidOn: string;
  amount: string;
  reference: string;
  words: string;
};

/** The fields that can be missing or wrong, by their names on the page, in its order. */
export type Wrong = 'kind' | 'channel' | 'paidOn' | 'amount' | 'words';

/** Kinds that are told in words alone, in the order of the list. */
export const wordKinds = complaintKinds.filter((kind) => !isOfPayment(kind));

export function startForm(kind: string | null, loanId: string | null): ComplaintForm {
  const known = complaintKinds.find((one) => one === kind) ?? '';
  const channel = known === 'transferReceipt' ? 'offlineTransfer' : '';
  return { kind: known, loanId: loanId ?? '', channel, paidOn: '', amount: '', reference: '', words: '' };
}

type Input = {
  kind: ComplaintKind;
  loanId: LoanId | null;
  payment: { channel: RepaymentChannel | null; paidOn: Day; amountCentavos: Centavos; reference: string | null } | null;
  words: string | null;
};

/** What is sent, or the first field that keeps it from being sent. */
export function readForm(form: ComplaintForm, today: Day): { input: Input } | { wrong: Wrong } {
  const { kind } = form;
  if (kind === '') return { wrong: 'kind' };
  const words = form.words.trim() || null;
  const loanId = (form.loanId || null) as LoanId | null;
  if (!isOfPayment(kind)) return words === null ? { wrong: 'words' } : { input: { kind, loanId, payment: null, words } };
  if (form.channel === '') return { wrong: 'channel' };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(form.paidOn) || form.paidOn > today) return { wrong: 'paidOn' };
  const amountCentavos = parsePesos(cleanPesosInput(form.amount));
  if (amountCentavos === null || amountCentavos <= 0) return { wrong: 'amount' };
  const channel = repaymentChannels.find((one) => one === form.channel) ?? null;
  const reference = form.reference.trim() || null;
  return { input: { kind, loanId, payment: { channel, paidOn: form.paidOn as Day, amountCentavos, reference }, words } };
}
