// Database rules for extensions. Needs the catalogue of dblaws.lines.ts.

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const hash = "decode(repeat('51', 32), 'hex')";
const some = "decode('00', 'hex')";
/** The borrower, whose loans of ₱1,000 for 8 days are due on 9 January. */
const who = 501;
/** A borrower without a claim, because a claim would block a loan. */
const another = 502;
const anotherHash = "decode(repeat('53', 32), 'hex')";
const [extended, open, returned, settled] = [511, 512, 513, 514] as const;
const at = "'2026-01-09T02:00:00Z'";

const borrower = (nth: number, phoneHash: string) =>
  `insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale, registered_at) values ('${id(nth)}', ${some}, ${phoneHash}, '1', 'en', '2026-01-01')`;
const loan = (nth: number, of = who) => [
  `insert into quotes (id, borrower_id, principal_centavos, term_days, channel, facts, catalogue, legal_rule, disclosure_version, disclosure_hash, made_at, ends_at, locale) values ('${id(nth + 20)}', '${id(of)}', 100000, 8, 'wallet', '{}', 'test 1', '1', '1', ${some}, '2026-01-01', '2026-01-01', 'en')`,
  `insert into loans (id, borrower_id, quote_id, reference_no, state, principal_centavos, term_days, channel, interest_centavos, service_fee_centavos, channel_fee_centavos, interest_per_day_bps, late_charge_per_month_bps, service_fee_bps, arrival_centavos, receiver_label, receiver_last4, receiver_mark, disclosure_hash, disclosure_version, agreement_locale, agreement_session_hash, legal_rule, signed_at)
   values ('${id(nth)}', '${id(of)}', '${id(nth + 20)}', 'EX-${nth}', 'success', 100000, 8, 'wallet', 1600, 0, 0, 20, 500, 100, 100000, '', '', '', ${hash}, '1', 'en', ${some}, '1', '2026-01-01')`,
  `insert into signed_agreements (loan_id, borrower_id, hash, text_sealed) values ('${id(nth)}', '${id(of)}', ${hash}, '')`,
  `insert into bills (loan_id, borrower_id, arrived_at, arrived_on, due_on, last_free_on, charged_to) values ('${id(nth)}', '${id(of)}', '2026-01-01', '2026-01-01', '2026-01-09', '2026-01-09', '2026-01-01')`,
];
const budget = (centavos: number) =>
  `insert into settings (name, value, changed_at, changed_by) values ('dailyBudgetCentavos', '${centavos}', '2026-01-01', 'ana')`;
type Offer = { of?: number; from?: string; due?: string; total?: number };
const offerAlone = (
  nth: number,
  { of = open, from = '2026-01-09', due = '2026-01-17', total = 2600 }: Offer = {},
) =>
  `insert into extensions (id, loan_id, borrower_id, offered_on, asked_at, ends_at, term_days, principal_centavos, interest_centavos, service_fee_centavos, fee_centavos, late_centavos, total_centavos, from_due_on, due_on, legal_rule)
   values ('${id(nth)}', '${id(of)}', '${id(who)}', '${from}', ${at}, ${at}, 8, 100000, 1600, 1000, 2600, 0, ${total}, '${from}', '${due}', '1')`;
/** The disclosure statement that the borrower accepted. */
const text = (nth: number, of = who) =>
  `insert into extension_disclosures (extension_id, borrower_id, hash, text_sealed, session_hash, accepted_at) values ('${id(nth)}', '${id(of)}', ${hash}, '', ${hash}, ${at})`;
const offer = (nth: number, of: Offer = {}) => [offerAlone(nth, of), text(nth)];
const money = (nth: number, centavos = 2600, on = '2026-01-09') => [
  `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count) values ('${id(nth)}', 'test', 'fee ${nth}', ${at}, ${at}, '${on}', 2)`,
  ...[centavos, -centavos].map(
    (amount, line) =>
      `insert into ledger_lines (entry_id, number, account_id, amount_centavos) select '${id(nth)}', ${line + 1}, id, ${amount} from ledger_accounts where kind = '${line ? 'suspense' : 'gateway.float'}'`,
  ),
  `insert into receipts (id, gateway, gateway_payment_id, borrower_id, channel, amount_centavos, paid_at, value_on, booked_at, entry_id) values ('${id(nth)}', 'sandbox', 'fee ${nth}', '${id(who)}', 'sevenEleven', ${centavos}, ${at}, '${on}', ${at}, '${id(nth)}')`,
];
const succeeds = (
  nth: number,
  receipt: number,
  { number = 1, from = '2026-01-09', free = '2026-01-17' } = {},
) =>
  `update extensions set state = 'success', number = ${number}, receipt_id = '${id(receipt)}', from_last_free_on = '${from}', last_free_on = '${free}', ended_at = ${at} where id = '${id(nth)}'`;
const moves = (of: number, due = '2026-01-17') =>
  `update bills set due_on = '${due}', last_free_on = '${due}' where loan_id = '${id(of)}'`;
const code = (nth: number, of: number, centavos: number, extension: number) =>
  `insert into repayment_codes (id, borrower_id, loan_id, channel, amount_centavos, gateway, asked_at, ends_at, next_attempt_at, purpose, extension_id) values ('${id(nth)}', '${id(who)}', '${id(of)}', 'pawnshop', ${centavos}, 'sandbox', ${at}, ${at}, ${at}, 'extension', '${id(extension)}')`;
const settle = (of: number, as: string) =>
  `update bills set settled_on = '2026-01-09', settled_at = ${at}, settled_as = '${as}', return_asked_at = ${at}, return_ends_on = '2026-01-09' where loan_id = '${id(of)}'`;
/** The terms of a loan's second and third extension. */
const terms = [
  { nth: 552, from: '2026-01-17', due: '2026-01-25' },
  { nth: 553, from: '2026-01-25', due: '2026-02-02' },
] as const;

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulExtensions: readonly (readonly string[])[] = [
  [borrower(who, hash), ...[extended, open, returned, settled].flatMap((nth) => loan(nth))],
  [...offer(551, { of: extended }), code(571, extended, 2600, 551)],
  [...money(561), succeeds(551, 561), moves(extended)],
  ...terms.map(({ nth, from, due }, index) => [
    ...offer(nth, { of: extended, from, due }),
    ...money(nth + 10, 2600, from),
    succeeds(nth, nth + 10, { number: index + 2, from, free: due }),
    moves(extended, due),
  ]),
  [
    ...offer(555),
    `update extensions set state = 'lapsed', ended_at = ${at} where id = '${id(555)}'`,
    ...offer(556),
  ],
  [settle(returned, 'cooledOff'), settle(settled, 'repaid')],
];

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulExtensions: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  ['a loan for a borrower who owes a claim', /owes a claim/, ...loan(515)],
  [
    'a loan beyond the day’s budget',
    /budgetSpent/,
    borrower(another, anotherHash),
    budget(499_999),
    ...loan(515, another),
  ],
  [
    'a loan beyond a budget set in the same transaction',
    /budgetSpent/,
    borrower(another, anotherHash),
    ...loan(515, another),
    budget(499_999),
  ],
  [
    'inserting a day’s lending',
    /permission denied/,
    `insert into lending_days values ('2026-01-01', 0)`,
  ],
  ['changing a day’s lending', /permission denied/, 'update lending_days set lent_centavos = 0'],
  ['two open extension offers for a bill', /extensions_open/, ...offer(581)],
  [
    'a fourth extension',
    /at most three times/,
    ...offer(581, { of: extended, from: '2026-02-02', due: '2026-02-10' }),
  ],
  ['extending a settled bill', /only an open bill/, ...offer(581, { of: settled })],
  [
    'extending from another due date',
    /only an open bill/,
    ...offer(581, { from: '2026-01-10', due: '2026-01-18' }),
  ],
  [
    'an extension by a different term',
    /check constraint/,
    ...offer(581, { from: '2026-01-09', due: '2026-02-17' }),
  ],
  [
    'an offer whose total differs from its parts',
    /check constraint/,
    ...offer(581, { total: 2599 }),
  ],
  [
    'an extension without its disclosure statement',
    /needs the disclosure statement/,
    `update extensions set state = 'lapsed', ended_at = ${at} where id = '${id(556)}'`,
    offerAlone(581),
  ],
  [
    'a disclosure statement accepted by another borrower',
    /foreign key/,
    `update extensions set state = 'lapsed', ended_at = ${at} where id = '${id(556)}'`,
    offerAlone(581),
    text(581, 101),
  ],
  ['a second disclosure statement for an extension', /extension_disclosures_pkey/, text(556)],
  [
    'changing an extension’s disclosure statement',
    /permission denied/,
    `update extension_disclosures set text_sealed = 'x' where extension_id = '${id(556)}'`,
  ],
  [
    'inserting a successful extension',
    /permission denied/,
    `insert into extensions (id, state) values ('${id(581)}', 'success')`,
  ],
  [
    'extending by a payment of another amount',
    /exactly its amount/,
    ...money(591, 2599),
    succeeds(556, 591),
    moves(open),
  ],
  [
    'extending by a payment of another day',
    /exactly its amount/,
    ...money(591, 2600, '2026-01-10'),
    succeeds(556, 591),
    moves(open),
  ],
  ['extending without a payment', /receipt_id_fkey/, succeeds(556, 591), moves(open)],
  ['extending twice by one payment', /extensions_of_receipt/, succeeds(556, 561), moves(open)],
  [
    'an extension without a new due date',
    /must move the due date/,
    ...money(591),
    succeeds(556, 591),
  ],
  [
    'a gap in the numbers of extensions',
    /without gaps/,
    ...money(591),
    succeeds(556, 591, { number: 2 }),
    moves(open),
  ],
  ['moving a due date without an extension', /only with a paid extension/, moves(open)],
  [
    'moving a due date further than the extension',
    /only with a paid extension/,
    ...money(591),
    succeeds(556, 591),
    moves(open, '2026-01-30'),
  ],
  [
    'setting a successful extension to lapsed',
    /extension cannot change from success to lapsed/,
    `update extensions set state = 'lapsed' where id = '${id(551)}'`,
  ],
  [
    'reversing an extension without its payment',
    /only with the payment of its fee/,
    `update extensions set taken_back_on = '2026-01-20', back_last_free_on = from_last_free_on where id = '${id(551)}'`,
  ],
  [
    'reopening a lapsed offer',
    /extension cannot change from lapsed to feeDue/,
    `update extensions set state = 'feeDue', ended_at = null where id = '${id(555)}'`,
  ],
  [
    'changing an extension offer',
    /permission denied/,
    `update extensions set late_centavos = 1, total_centavos = 2601 where id = '${id(556)}'`,
  ],
  ['deleting an extension offer', /permission denied/, 'delete from extensions'],
  ['returning an extended loan', /extended loan cannot be returned/, settle(extended, 'cooledOff')],
  ['a fee code for another amount', /foreign key/, code(582, open, 2599, 556)],
  ['a fee code for another loan', /foreign key/, code(582, returned, 2600, 556)],
  [
    'a fee code without an offer',
    /check constraint/,
    code(582, open, 2600, 556).replace(`'${id(556)}'`, 'null'),
  ],
];
