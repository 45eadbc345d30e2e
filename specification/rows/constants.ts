// Spec §9: business constants and limits. Amounts, terms and fees of loans are product data, which the server sends.
import { type Row, row } from '../row.ts';

export const constants: readonly Row[] = [
  row('§9', 'loan terms: 8 days, 15 days'),
  row('§9', 'loan amount: greater than 50000, in steps of 10000'),
  row('§9', 'advice wanted amount: 1000 to 50000'),
  row('§9', 'advice term: 7 to 30 days'),
  row('§9', 'advice comment: max 120 characters'),
  row('§9', 'phone change: once per 14 days per account'),
  row('§9', 'coupons hidden: ended more than 7 days ago'),
  row('§9', 'request time-out: 30000 ms'),
  row('§9', 'toast duration: 5000 ms'),
  row('§9', 'screen chunk load time-out: 120000 ms'),
  row('§9', 'overdue repayment code: valid 1 day, amount rises daily'),
  row('§9', 'review service hours: 08:00 to 24:00'),
  row('§9', 'customer service hours: both readings'),
  row('§9', 'credit duration: about 2 or about 5 minutes'),
  row('§9', 'payout arrival: about 10 minutes after disbursement'),
  row('§9', 'default language: English'),
  row('§9', 'minimum partial repayment amount'),
  row('§9', 'fee rates'),
  row('§9', 'home shows a quota range'),
  row('§9', 'short-term revenue shown for 8 and 15 days'),
];
