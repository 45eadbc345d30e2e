// Database rules for credit lines: limits, screening, holds, coupons, quotes and loans. Needs
// dblaws.people.ts.

import { confirms, proposes, sees } from './dblaws.approvals.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const day = "'2026-01-01'";
const hash = (nth: number) => `decode(repeat('${String(nth).padStart(2, '0')}', 32), 'hex')`;
const some = "decode('00', 'hex')";

const request = (nth: number, who: number) =>
  `insert into limit_increase_requests (id, borrower_id, limit_centavos, requested_centavos, two_people_above_centavos, rules_version, asked_at, answer_on, state) values ('${id(nth)}', '${id(who)}', 20000000, 30000000, 25000000, '1', ${day}, ${day}, 'requested')`;
const grants = (nth: number, centavos: number) =>
  `update limit_increase_requests set state = 'granted', granted_centavos = ${centavos}, decided_at = ${day}, decided_by = 'ben' where id = '${id(nth)}'`;
const change = (
  nth: number,
  number: number,
  from: number,
  to: number,
  reason: string,
  requestId: number | null,
) =>
  `insert into limit_changes (id, borrower_id, number, from_centavos, to_centavos, reason, who, request_id, at) values ('${id(nth)}', '${id(102)}', ${number}, ${from}, ${to}, '${reason}', 'ben', ${requestId === null ? 'null' : `'${id(requestId)}'`}, ${day})`;
const voucher = (nth: number, key: string) =>
  `insert into coupons (id, borrower_id, grant_key, occasion, kind, amount_centavos, minimum_loan_centavos, starts_on, ends_on, granted_at, granted_by) values ('${id(nth)}', '${id(102)}', '${key}', 'campaign', 'interest', 100, 0, ${day}, ${day}, ${day}, 'ben')`;
const hold = (nth: number) =>
  `insert into line_holds (id, borrower_id, placed_at) values ('${id(nth)}', '${id(102)}', ${day})`;
const list = (nth: number, version: number) =>
  `insert into screening_lists (id, list, version, source, listed_on, file_hash, line_count, imported_at, imported_by) values ('${id(nth)}', 'blocklist', ${version}, 'battery', ${day}, ${hash(nth % 90)}, 1, ${day}, 'ben')`;
const quote = (nth: number, who: number, catalogue = 'test 1') =>
  `insert into quotes (id, borrower_id, principal_centavos, term_days, channel, facts, catalogue, legal_rule, disclosure_version, disclosure_hash, made_at, ends_at, locale) values ('${id(nth)}', '${id(who)}', 100, 8, 'wallet', '{}', '${catalogue}', '1', '1', ${some}, ${day}, ${day}, 'en')`;
const loan = (nth: number, who: number, from: number) =>
  `insert into loans (id, borrower_id, quote_id, reference_no, state, principal_centavos, term_days, channel, interest_centavos, service_fee_centavos, channel_fee_centavos, interest_per_day_bps, late_charge_per_month_bps, service_fee_bps, arrival_centavos, receiver_label, receiver_last4, receiver_mark, disclosure_hash, disclosure_version, agreement_locale, agreement_session_hash, legal_rule, signed_at)
   values ('${id(nth)}', '${id(who)}', '${id(from)}', 'SL-${nth}', 'submitting', 100, 8, 'wallet', 0, 0, 0, 0, 0, 0, 100, '', '', '', ${hash(7)}, '1', 'en', ${some}, '1', ${day})`;
const text = (of: number, who: number) =>
  `insert into signed_agreements (loan_id, borrower_id, hash, text_sealed) values ('${id(of)}', '${id(who)}', ${hash(7)}, '')`;
const use = (of: number, nth: number) =>
  `insert into coupon_redemptions (loan_id, coupon_id, reserved_at) values ('${id(of)}', '${id(nth)}', ${day})`;

const reversedIncrease = `insert into reversed_limit_increases (loan_id, borrower_id, amount_centavos, reversed_at) values ('${id(221)}', '${id(102)}', 1, ${day})`;

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulLines: readonly (readonly string[])[] = [
  [
    `insert into credit_lines (borrower_id, limit_centavos, opened_at) values ('${id(102)}', 20000000, ${day})`,
    change(191, 1, 0, 20_000_000, 'opened', null),
  ],
  [
    request(142, 102),
    sees('request', 142, 'ben'),
    grants(142, 22_000_000),
    change(192, 2, 20_000_000, 22_000_000, 'granted', 142),
    request(141, 102),
  ],
  [
    list(171, 1),
    `insert into screening_entries (list_id, key_hash, line) values ('${id(171)}', ${hash(9)}, 2)`,
  ],
  [
    voucher(163, 'a'),
    voucher(164, 'b'),
    `update coupons set voided_at = ${day}, voided_by = 'ben' where id = '${id(164)}'`,
  ],
  [
    `insert into catalogues (name, id, version, content, legal_rule, loaded_at) values ('test 1', 'test', 1, '{"id": "test", "version": 1}', '1', ${day})`,
  ],
  [
    quote(211, 102),
    loan(221, 102, 211),
    text(221, 102),
    use(221, 163),
    quote(212, 102),
    quote(213, 102),
  ],
  [
    hold(175),
    `insert into screening_matches (borrower_id, list, key_hash, version, line, matched_by, found_at, hold_id) values ('${id(102)}', 'blocklist', ${hash(9)}, 1, 2, 'phone', ${day}, '${id(175)}')`,
  ],
  [
    sees('hold', 175, 'ana'),
    proposes(176, 'lineHold', day),
    `update line_holds set approval_id = '${id(176)}'`,
  ],
];

const denied = /permission denied/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulLines: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  [
    'a loan that succeeds before it is paid out',
    /loan cannot change from submitting to success/,
    `update loans set state = 'success' where id = '${id(221)}'`,
  ],
  [
    'a loan in an unknown state',
    /lost is not a state of a loan/,
    loan(399, 102, 213).replace("'submitting'", "'lost'"),
  ],
  ['granting a limit without a look', /must first view the current state/, grants(141, 22_000_000)],
  ['two open requests for a limit', /limit_increase_requests_open/, request(341, 102)],
  [
    'granting more than requested',
    /check constraint/,
    sees('request', 141, 'ben'),
    grants(141, 40_000_000),
  ],
  [
    'granting a large limit without a second person',
    /of_two_people|granting a limit/,
    sees('request', 141, 'ben'),
    grants(141, 30_000_000),
  ],
  ['deciding a request twice', /decided only once/, grants(142, 23_000_000)],
  [
    'changing a requested amount',
    denied,
    'update limit_increase_requests set requested_centavos = 1',
  ],
  [
    'raising a limit without a request',
    /check constraint/,
    change(391, 3, 22_000_000, 30_000_000, 'granted', null),
  ],
  [
    'raising a limit by an open request',
    /only a granted request/,
    change(391, 3, 20_000_000, 30_000_000, 'granted', 141),
  ],
  [
    'raising a limit twice by one request',
    /request_id/,
    change(391, 3, 20_000_000, 22_000_000, 'granted', 142),
  ],
  ['changing the history of a limit', denied, 'update limit_changes set to_centavos = 1'],
  ['deleting the history of a limit', denied, 'delete from limit_changes'],
  ['changing an earned increase', denied, 'update earned_limit_increases set loan_id = loan_id'],
  [
    'an increase earned by an unpaid loan',
    /repaid after half its term/,
    `insert into earned_limit_increases (loan_id, borrower_id, request_id) values ('${id(221)}', '${id(102)}', '${id(142)}')`,
  ],
  [
    'reversing an increase that was never earned',
    /reversed_limit_increases_loan_id/,
    reversedIncrease,
  ],
  [
    'changing a reversed increase',
    denied,
    'update reversed_limit_increases set amount_centavos = 1',
  ],
  [
    'a reversal that raises the limit',
    /limit_changes_limits/,
    change(391, 3, 22_000_000, 23_000_000, 'takenBack', null),
  ],
  [
    'growth without a loan',
    /the step that one loan earned|granted request alone/,
    change(391, 3, 20_000_000, 22_000_000, 'grown', 142),
  ],
  [
    'a pending decrease of an unused limit',
    /credit_lines_lowering/,
    'update credit_lines set pending_decrease_centavos = 1',
  ],
  [
    'lending more than the limit',
    /check constraint/,
    'update credit_lines set used_centavos = limit_centavos + 1',
  ],
  ['changing a screening list', denied, 'update screening_lists set line_count = 0'],
  ['deleting a screening list', denied, 'delete from screening_lists'],
  ['two lists of the same version', /list_version/, list(371, 1)],
  ['changing an entry of a list', denied, 'update screening_entries set line = 3'],
  ['deleting an entry of the list in force', /in force/, 'delete from screening_entries'],
  ['changing a coupon’s amount', denied, 'update coupons set amount_centavos = 1'],
  [
    'voiding a coupon twice',
    /voided only once/,
    `update coupons set voided_by = 'ana' where id = '${id(164)}'`,
  ],
  [
    'voiding a coupon used by a loan',
    /coupon that a loan uses/,
    `update coupons set voided_at = ${day}, voided_by = 'ben' where id = '${id(163)}'`,
  ],
  ['granting a coupon twice', /grant_key/, voucher(365, 'a')],
  [
    'using a coupon after its last day',
    /used only on its valid days/,
    use(221, 163).replace(`, ${day})`, ", '2026-01-02')"),
  ],
  [
    'using a coupon twice',
    /coupon_redemptions|no new loan/,
    `insert into coupon_redemptions select * from coupon_redemptions`,
  ],
  ['deleting a coupon redemption', denied, 'delete from coupon_redemptions'],
  [
    'a loan with another agreement than signed',
    /foreign key/,
    quote(215, 101),
    loan(323, 101, 215),
    `insert into signed_agreements (loan_id, borrower_id, hash, text_sealed) values ('${id(323)}', '${id(101)}', ${hash(8)}, '')`,
  ],
  [
    'a loan without its signed agreement',
    /a loan needs its signed agreement/,
    quote(215, 101),
    loan(323, 101, 215),
  ],
  [
    'a quote with another borrower’s coupon',
    /foreign key/,
    quote(214, 101)
      .replace('locale)', 'locale, coupon_id)')
      .replace(/\)$/, `, '${id(163)}')`),
  ],
  ['a quote from an unknown catalogue', /quotes_catalogue_kept/, quote(214, 102, 'test 2')],
  [
    'changing a catalogue',
    /never changed|permission denied/,
    `update catalogues set legal_rule = '2'`,
  ],
  ['deleting a catalogue', /never changed|permission denied/, 'delete from catalogues'],
  ['lending on a line on hold', /allows no new loan/, loan(321, 102, 212)],
  ['two open holds of a line', /line_holds_open/, hold(375)],
  [
    'clearing a hold without approval',
    /clearing a hold needs two people/,
    `update line_holds set cleared_at = ${day}`,
  ],
  [
    'clearing a hold with another approval',
    /clearing a hold needs two people/,
    ...[
      proposes(177, 'lineHold', day),
      confirms(177, day),
      `update line_holds set approval_id = '${id(177)}', cleared_at = ${day}`,
    ],
  ],
  ['deleting a hold', denied, 'delete from line_holds'],
  ['changing a screening match', denied, 'update screening_matches set line = 3'],
  ['deleting a line’s screening', denied, 'delete from line_screenings'],
];
