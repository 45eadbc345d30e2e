// Database rules for payout rails and for partial payments. Builds on dblaws.extensions.ts.

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const some = "decode('00', 'hex')";
const at = "'2026-01-09T02:00:00Z'";
/**
 * From dblaws.extensions.ts: the borrower, two loans with open bills, and an offer to extend the
 * first.
 */
const [who, open, otherLoan, offer] = [501, 512, 511, 556] as const;

const payout = (
  nth: number,
  rail: string,
  centavos: number,
  { channel = 'bankCard', on = 'null', state = 'ready' } = {},
) =>
  `insert into payouts (id, kind, subject_id, borrower_id, amount_centavos, channel, receiver_sealed, gateway, ordered_at, next_attempt_at, rail, expected_on, state) values ('${id(nth)}', 'loan', '${id(nth)}', '${id(who)}', ${centavos}, '${channel}', ${some}, 'sandbox', ${at}, ${at}, ${rail}, ${on}, '${state}')`;
const sets = (nth: number, assignment: string) =>
  `update payouts set ${assignment} where id = '${id(nth)}'`;
const [instapay, pesonet, day] = ["'instapay'", "'pesonet'", "'2026-01-12'"];

type Code = {
  of?: number | null;
  channel?: string;
  centavos?: string;
  purpose?: string;
  toward?: string;
  sum?: string;
  follows?: number;
  part?: number;
};
const code = (nth: number, params: Code = {}) => {
  const {
    of = open,
    channel = 'maya',
    centavos = '5000',
    purpose = 'bill',
    toward = 'null',
    sum = 'null',
    follows,
    part = follows ? 2 : 1,
  } = params;
  const extension = purpose === 'extension' ? `'${id(offer)}'` : 'null';
  return `insert into repayment_codes (id, borrower_id, loan_id, channel, amount_centavos, gateway, asked_at, ends_at, next_attempt_at, purpose, extension_id, toward, toward_centavos, follows_id, part_number) values ('${id(nth)}', '${id(who)}', ${of === null ? 'null' : `'${id(of)}'`}, '${channel}', ${centavos}, 'sandbox', ${at}, ${of === null ? 'null' : at}, ${at}, '${purpose}', ${extension}, ${toward}, ${sum}, ${follows === undefined ? 'null' : `'${id(follows)}'`}, ${part})`;
};
const paid = (nth: number, of: number) => [
  `insert into ledger_entries (id, kind, fact_key, happened_at, recorded_at, business_on, line_count) values ('${id(nth)}', 'test', 'part ${nth}', ${at}, ${at}, '2026-01-09', 2)`,
  ...[5000, -5000].map(
    (amount, line) =>
      `insert into ledger_lines (entry_id, number, account_id, amount_centavos) select '${id(nth)}', ${line + 1}, id, ${amount} from ledger_accounts where kind = '${line ? 'suspense' : 'gateway.float'}'`,
  ),
  `insert into receipts (id, gateway, gateway_payment_id, code_id, borrower_id, channel, amount_centavos, paid_at, value_on, booked_at, entry_id) values ('${id(nth)}', 'sandbox', 'part ${nth}', '${id(of)}', '${id(who)}', 'maya', 5000, ${at}, '2026-01-09', ${at}, '${id(nth)}')`,
  `update repayment_codes set replaced_at = ${at} where id = '${id(of)}'`,
];
const replaces = (nth: number) =>
  `update repayment_codes set replaced_at = ${at} where id = '${id(nth)}'`;

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulRails: readonly (readonly string[])[] = [
  [payout(1201, instapay, 5_000_000), payout(1202, pesonet, 5_000_001), payout(1203, pesonet, 100)],
  [sets(1202, `state = 'sent', expected_on = ${day}`), sets(1202, `expected_on = '2026-01-13'`)],
  [
    sets(1203, `state = 'sent', expected_on = ${day}`),
    sets(1203, `state = 'paid', paid_at = ${at}`),
  ],
  [
    payout(1204, 'null', 100, { channel: 'pawnshop' }),
    payout(1205, pesonet, 100),
    sets(1205, `state = 'cancelled'`),
  ],
  [code(1211, { toward: "'all'" }), ...paid(1221, 1211)],
  [code(1212, { toward: "'sum'", sum: '5001', follows: 1211 }), ...paid(1222, 1212)],
  [code(1213, { channel: 'shopeePay', toward: "'all'" }), replaces(1213)],
  [code(1214, { channel: 'gcashQr' }), ...paid(1224, 1214)],
  [code(1215, { channel: 'billease', toward: "'all'" }), ...paid(1225, 1215)],
];

const follows = /left something to pay/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulRails: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  [
    'sending a paid payout again',
    /payout cannot change from paid to sent/,
    sets(1203, `state = 'sent'`),
  ],
  [
    'resuming a cancelled payout',
    /payout cannot change from cancelled to ready/,
    sets(1205, `state = 'ready'`),
  ],
  [
    'a payout in an unknown state',
    /lost is not a state of a payout/,
    payout(1231, instapay, 100, { state: 'lost' }),
  ],
  ['a payout by an unknown rail', /payouts_rail_check/, payout(1231, "'pigeon'", 100)],
  [
    'a cash pickup by a rail',
    /payouts_rail_to_account/,
    payout(1231, instapay, 100, { channel: 'pawnshop' }),
  ],
  [
    'a payout above the InstaPay limit',
    /payouts_instapay_limit/,
    payout(1231, instapay, 5_000_001),
  ],
  [
    'an expected day without a rail',
    /payouts_expected_by_rail/,
    payout(1231, 'null', 100, { on: day }),
  ],
  [
    'a sent PESONet payout without an expected day',
    /payouts_batch_has_its_day/,
    payout(1231, pesonet, 100),
    sets(1231, `state = 'sent'`),
  ],
  [
    'clearing the expected day of a sent payout',
    /payouts_batch_has_its_day/,
    sets(1202, 'expected_on = null'),
  ],
  [
    'changing the rail of a sent payout',
    /rail of a sent payout never changes/,
    sets(1202, `rail = ${instapay}`),
  ],
  [
    'changing the expected day of a paid payout',
    /the expected day/,
    sets(1203, `expected_on = '2026-01-13'`),
  ],

  [
    'a part payment toward an unknown total',
    /repayment_codes_toward/,
    code(1241, { toward: "'half'" }),
  ],
  [
    'a part payment without a loan',
    /repayment_codes_check/,
    code(1241, { of: null, centavos: 'null', toward: "'all'" }),
  ],
  [
    'a part payment without an amount',
    /repayment_codes_check/,
    code(1241, { centavos: 'null', toward: "'all'" }),
  ],
  [
    'an extension fee in parts',
    /repayment_codes_check/,
    code(1241, { centavos: '2600', purpose: 'extension', toward: "'all'" }),
  ],
  ['a part payment without its sum', /repayment_codes_check/, code(1241, { toward: "'sum'" })],
  ['a sum without a part payment', /repayment_codes_check/, code(1241, { sum: '6000' })],
  [
    'a part payment of the whole sum',
    /repayment_codes_check/,
    code(1241, { toward: "'sum'", sum: '5000' }),
  ],
  ['a second part without a first', /repayment_codes_check/, code(1241, { part: 2 })],
  [
    'a first part that follows another',
    follows,
    code(1241, { channel: 'billease', follows: 1215, part: 1 }),
  ],
  ['skipping a part number', follows, code(1241, { channel: 'billease', follows: 1215, part: 3 })],
  [
    'a part after a payment without parts',
    follows,
    code(1241, { channel: 'gcashQr', follows: 1214 }),
  ],
  [
    'the next part before a payment',
    /a payment of the previous one/,
    code(1241, { channel: 'shopeePay', follows: 1213 }),
  ],
  ['two parts that follow the same one', /follows_id_key/, code(1241, { follows: 1211 })],
  [
    'the next part by another channel',
    /foreign key/,
    code(1241, { channel: 'grabPay', follows: 1215 }),
  ],
  [
    'the next part for another loan',
    /foreign key/,
    code(1241, { of: otherLoan, channel: 'billease', follows: 1215 }),
  ],
  [
    'the next part for another purpose',
    /foreign key/,
    code(1241, { channel: 'billease', purpose: 'coolingOff', follows: 1215 }),
  ],
  [
    'the next part without a loan',
    /repayment_codes_parts_of_a_loan/,
    code(1241, { of: null, centavos: 'null', channel: 'billease', follows: 1215 }),
  ],
  [
    'changing what a code is a part of',
    /permission denied/,
    `update repayment_codes set toward = null where id = '${id(1215)}'`,
  ],
  [
    'changing a part number',
    /permission denied/,
    `update repayment_codes set part_number = 3 where id = '${id(1212)}'`,
  ],
  ['deleting a code', /permission denied/, 'delete from repayment_codes'],
];
