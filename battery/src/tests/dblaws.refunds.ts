// Database rules for refunds, lists of banks, and cash pickups. Builds on dblaws.extensions.ts.

import { entry, suspense } from './dblaws.money.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const hash = "decode(repeat('61', 32), 'hex')";
const some = "decode('00', 'hex')";
const at = "'2026-01-09T02:00:00Z'";
/** The borrower of dblaws.extensions.ts, and a borrower of dblaws.people.ts. */
const [who, somebodyElse]: readonly [number, number] = [501, 101];

const ordered = `kind = 'borrower.refundOrdered' and owner_id = '${id(who)}'`;
const account = (nth: number, whom: number) =>
  `insert into payout_accounts (id, borrower_id, kind, provider_id, owner_name_sealed, number_sealed, phone_sealed, number_hash, last4, added_at) values ('${id(nth)}', '${id(whom)}', 'wallet', 'gcash', ${some}, ${some}, ${some}, decode(repeat('${nth % 90}', 32), 'hex'), '1234', ${at})`;
const refund = (nth: number, to: number) =>
  `insert into refunds (id, borrower_id, account_id, amount_centavos, channel, receiver_label, receiver_last4, receiver_mark, ordered_at) values ('${id(nth)}', '${id(who)}', '${id(to)}', 300, 'wallet', '', '1234', '', ${at})`;
const payout = (nth: number, of: number, centavos = 300, kind = 'refund') =>
  `insert into payouts (id, kind, subject_id, borrower_id, amount_centavos, channel, receiver_sealed, gateway, ordered_at, next_attempt_at) values ('${id(nth)}', '${kind}', '${id(of)}', '${id(who)}', ${centavos}, 'wallet', ${some}, 'sandbox', ${at}, ${at})`;
const orderEntry = (nth: number, of: number, centavos = 300) =>
  entry(nth, `refund ${id(of)}`, [
    [suspense, centavos],
    [ordered, -centavos],
  ]);
const moves = (nth: number, state: string) =>
  `update refunds set state = '${state}', ended_at = ${at} where id = '${id(nth)}'`;

const list = `insert into bank_lists (gateway, dated, sha256, imported_at, imported_by) values ('sandbox', '2026-01-09', ${hash}, ${at}, 'ben')`;
const bank = (position: number, provider: string, codes = `'X', 100, null, null`) =>
  `insert into bank_list_entries (version, position, name, instapay_code, instapay_maximum_centavos, pesonet_code, pesonet_maximum_centavos, provider_id) select max(version), ${position}, 'Bank', ${codes}, ${provider} from bank_lists`;
const pickup = (set: string, nth = 667) => `update payouts set ${set} where id = '${id(nth)}'`;

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulRefunds: readonly (readonly string[])[] = [
  [
    `insert into ledger_accounts (kind, owner_id, normal_side) values ('borrower.refundOrdered', '${id(who)}', 'credit')`,
  ],
  [
    account(641, who),
    account(642, who),
    account(643, somebodyElse),
    `update payout_accounts set removed_at = ${at} where id = '${id(642)}'`,
  ],
  [refund(651, 641), payout(661, 651), ...orderEntry(656, 651)],
  [moves(651, 'paid')],
  [refund(652, 641), payout(662, 652), ...orderEntry(657, 652)],
  [list, bank(1, `'bpi'`)],
  [payout(667, 700, 300, 'loan'), pickup(`state = 'sent', bank_code = 'A'`)],
];

const denied = /permission denied/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulRefunds: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  ['two open refunds', /refunds_open/, refund(653, 641), payout(663, 653), ...orderEntry(658, 653)],
  [
    'inserting a paid refund',
    denied,
    `insert into refunds (id, state) values ('${id(653)}', 'paid')`,
  ],
  ['a refund to another borrower’s account', /foreign key/, moves(652, 'failed'), refund(653, 643)],
  ['a refund to a removed account', /cannot go to a removed account/, refund(653, 642)],
  [
    'a refund without a payout',
    /needs a payout of its amount/,
    moves(652, 'failed'),
    refund(653, 641),
    ...orderEntry(658, 653),
  ],
  [
    'a refund whose payout has another amount',
    /needs a payout of its amount/,
    moves(652, 'failed'),
    refund(653, 641),
    payout(663, 653, 301),
    ...orderEntry(658, 653),
  ],
  [
    'a refund without a reserved amount',
    /reserved/,
    moves(652, 'failed'),
    refund(653, 641),
    payout(663, 653),
  ],
  [
    'a refund with a smaller reserved amount',
    /reserved/,
    moves(652, 'failed'),
    refund(653, 641),
    payout(663, 653),
    ...orderEntry(658, 653, 299),
  ],
  [
    'changing the amount of a refund',
    denied,
    `update refunds set amount_centavos = 1 where id = '${id(652)}'`,
  ],
  ['failing a paid refund', /cannot change from/, moves(651, 'failed')],
  ['reversing an unpaid refund', /cannot change from/, moves(652, 'reversed')],
  ['deleting a refund', denied, 'delete from refunds'],
  [
    'removing the account of an open refund',
    /on its way/,
    `update payout_accounts set removed_at = ${at} where id = '${id(641)}'`,
  ],
  ['a bank without a code', /check constraint/, bank(2, 'null', 'null, null, null, null')],
  ['a bank limit without a code', /check constraint/, bank(2, 'null', `'X', 100, null, 100`)],
  ['a bank twice in a list', /provider_id/, bank(2, `'bpi'`)],
  ['changing a bank list', denied, `update bank_lists set gateway = 'x'`],
  ['changing an entry of a bank list', denied, `update bank_list_entries set name = 'x'`],
  ['deleting an entry of a bank list', denied, 'delete from bank_list_entries'],
  [
    'changing the bank code of a sent payout',
    /bank code of a sent payout never changes/,
    pickup(`bank_code = 'B'`),
  ],
  [
    'recalling a pickup that was never ready',
    /check constraint/,
    pickup(`recalled_at = ${at}, recalled_by = 'system'`),
  ],
  ['a ready pickup without a deadline', /check constraint/, pickup(`ready_at = ${at}`)],
  ['changing a pickup’s collection period', denied, pickup('collect_days = 9')],
];
