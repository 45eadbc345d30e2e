// Database rules for retention: drafts, sign-up proofs, feedback, and data that the law requires to
// be kept for five years. Builds on dblaws.people.ts.
import { sees } from './dblaws.approvals.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;

const hash = (nth: number) => `decode(repeat('${nth}', 32), 'hex')`;
const some = "decode('00', 'hex')";
const at = "'2026-01-09T02:00:00Z'";
/** From dblaws.people.ts: a borrower whose application is under review. */
const reviewed = 101;
/**
 * Borrowers: one with drafts, one who sends an application, one erased immediately, one with a loan
 * closed long ago, and one with an open loan.
 */
const [typing, sender, gone, closed, owing] = [1101, 1102, 1103, 1104, 1105] as const;

const borrower = (nth: number, own: number) =>
  `insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale, registered_at) values ('${id(nth)}', ${some}, ${hash(own)}, '1', 'en', '2026-01-01')`;
const session = (token: number, of: number, device: string) =>
  `insert into sessions (token_hash, borrower_id, device_id, opened_under, opened_at, last_seen_at, proven_at) values (${hash(token)}, '${id(of)}', '${device}', '${id(token)}', ${at}, ${at}, ${at})`;
const draft = (of: number, { form = 'personal', bytes = 31, device = 'phone' } = {}) =>
  `insert into credit_drafts (borrower_id, form, answers_sealed, device_id, saved_at) values ('${id(of)}', '${form}', decode(repeat('00', ${bytes}), 'hex'), '${device}', ${at})`;
const nameKey = (of: number, bytes = 32) =>
  `insert into borrower_name_keys (name_hash, borrower_id) values (decode(repeat('00', ${bytes}), 'hex'), '${id(of)}')`;
const line = `insert into credit_lines (borrower_id, limit_centavos, opened_at) values ('${id(typing)}', 20000000, ${at})`;
/** Returns SQL that fails unless the condition holds. */
const asserts = (condition: string) => `select 1 / (${condition})::int`;
const drafts = (of: number, count: number) =>
  asserts(`(select count(*) from credit_drafts where borrower_id = '${id(of)}') = ${count}`);
const picture = (nth: number, of: number) =>
  `insert into pictures (id, borrower_id, purpose, file_name, content_hash, width, height, size_bytes, uploaded_at) values ('${id(nth)}', '${id(of)}', 'idFront', 'h${nth}', ${some}, 1, 1, 1, ${at})`;
const application = (nth: number, of: number) =>
  `insert into credit_applications (id, borrower_id, number, started_at) values ('${id(nth)}', '${id(of)}', 1, ${at})`;
const submits = (nth: number, pictures: [number, number]) =>
  `update credit_applications set personal_sealed = ${some}, contacts_sealed = ${some}, work_sealed = ${some}, identity_sealed = ${some}, id_number_hash = ${hash(78)}, front_picture_id = '${id(pictures[0])}', selfie_picture_id = '${id(pictures[1])}', submitted_at = ${at}, review_from = ${at}, answer_by = ${at} where id = '${id(nth)}'`;
const challenge = (
  nth: number,
  { purpose = 'register', of = 'null', used = at, proves = at } = {},
) =>
  `insert into sms_challenges (id, phone_hash, purpose, device_id, borrower_id, code_hash, made_at, ends_at, used_at, proves_until) values ('${id(nth)}', ${hash(79)}, '${purpose}', 'phone', ${of}, ${some}, ${at}, ${at}, ${used}, ${proves})`;
const feedback = (nth: number, of: number) =>
  `insert into feedback (id, borrower_id, type, comment_sealed, sent_at) values ('${id(nth)}', '${id(of)}', 6, ${some}, ${at})`;
const answer = (nth: number, of: number, when = at) =>
  `insert into feedback_answers (feedback_id, borrower_id, text_sealed, answered_at, answered_by) values ('${id(nth)}', '${id(of)}', ${some}, ${when}, 'ana')`;
const message = (nth: number, channel: string) =>
  `insert into messages (id, borrower_id, kind, to_sealed, to_hash, text_sealed, queued_at, channel) values ('${id(nth)}', '${id(sender)}', 'feedbackAnswered', ${some}, ${hash(77)}, ${some}, ${at}, '${channel}')`;

const asksToGo = (nth: number, of: number) =>
  `insert into data_requests (id, borrower_id, kind, text_sealed, asked_at, due_on) values ('${id(nth)}', '${id(of)}', 'deletion', ${some}, ${at}, '2026-02-01')`;
const refuses = (nth: number) =>
  `update data_requests set answered_at = ${at}, outcome = 'refused', answered_by = 'ana' where id = '${id(nth)}'`;
const erases = (of: number, when: string) => `select erase_held_borrower('${id(of)}', ${when}, '')`;
/**
 * Noon in Manila on the last day of the hold, five years after the bill was settled, and on the
 * next day.
 */
const [lastDay, dayAfter] = ["'2031-01-09T04:00:00Z'", "'2031-01-10T04:00:00Z'"];
const account = `insert into payout_accounts (id, borrower_id, kind, provider_id, owner_name_sealed, number_sealed, phone_sealed, number_hash, last4, added_at) values ('${id(1161)}', '${id(closed)}', 'wallet', 'gcash', ${some}, ${some}, ${some}, ${hash(76)}, '1234', '2026-01-01')`;
const payout = `insert into payouts (id, kind, subject_id, borrower_id, amount_centavos, channel, receiver_sealed, gateway, ordered_at, next_attempt_at, state) values ('${id(1164)}', 'loan', '${id(1163)}', '${id(closed)}', 100000, 'wallet', ${some}, 'sandbox', '2026-01-01', '2026-01-01', 'sent')`;
const loan = (nth: number, of: number, to = 'null') => [
  `insert into quotes (id, borrower_id, principal_centavos, term_days, channel, facts, catalogue, legal_rule, disclosure_version, disclosure_hash, made_at, ends_at, locale) values ('${id(nth)}', '${id(of)}', 100000, 8, 'wallet', '{}', 'test 1', '1', '1', ${some}, '2026-01-01', '2026-01-01', 'en')`,
  `insert into loans (id, borrower_id, quote_id, account_id, reference_no, state, principal_centavos, term_days, channel, interest_centavos, service_fee_centavos, channel_fee_centavos, interest_per_day_bps, late_charge_per_month_bps, service_fee_bps, arrival_centavos, receiver_label, receiver_last4, receiver_mark, disclosure_hash, disclosure_version, agreement_locale, agreement_session_hash, legal_rule, signed_at)
   values ('${id(nth)}', '${id(of)}', '${id(nth)}', ${to}, 'HE-${nth}', 'success', 100000, 8, 'wallet', 1600, 0, 0, 20, 500, 100, 100000, 'GCash', '1234', 'G', ${hash(75)}, '1', 'en', ${some}, '1', '2026-01-01')`,
  `insert into signed_agreements (loan_id, borrower_id, hash, text_sealed) values ('${id(nth)}', '${id(of)}', ${hash(75)}, '')`,
  `insert into bills (loan_id, borrower_id, arrived_at, arrived_on, due_on, last_free_on, charged_to) values ('${id(nth)}', '${id(of)}', '2026-01-01', '2026-01-01', '2026-01-09', '2026-01-09', '2026-01-01')`,
];
const settles = `update bills set settled_on = '2026-01-09', settled_at = ${at}, settled_as = 'repaid' where loan_id = '${id(1163)}'`;

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulOfHeld: readonly (readonly string[])[] = [
  [borrower(typing, 61), borrower(sender, 62), borrower(gone, 63), borrower(closed, 64)],
  [
    session(31, typing, 'phone'),
    session(32, typing, 'tablet'),
    draft(typing),
    draft(typing, { form: 'work', bytes: 8192, device: 'tablet' }),
  ],
  // Ending the last session deletes its draft, and sending the application deletes all drafts.
  [`update sessions set ended_at = ${at} where token_hash = ${hash(32)}`],
  [
    drafts(typing, 1),
    asserts(
      `exists (select from credit_drafts where form = 'personal' and borrower_id = '${id(typing)}')`,
    ),
  ],
  [
    session(33, typing, 'phone'),
    `update sessions set ended_at = ${at} where token_hash = ${hash(31)}`,
  ],
  [
    drafts(typing, 1),
    picture(1111, sender),
    picture(1112, sender),
    session(34, sender, 'phone'),
    draft(sender),
    application(1113, sender),
  ],
  [submits(1113, [1111, 1112]), drafts(sender, 0)],
  [challenge(1121), challenge(1122, { used: 'null', proves: 'null' })],
  [
    feedback(1131, sender),
    feedback(1132, sender),
    answer(1131, sender),
    feedback(1133, gone),
    answer(1133, gone),
    draft(gone),
    message(1141, 'app'),
  ],
  [`select erase_borrower('${id(gone)}', ${at}, '')`],
  [
    drafts(gone, 0),
    asserts(`not exists (select from feedback_answers where borrower_id = '${id(gone)}')`),
  ],
  [account, ...loan(1163, closed, `'${id(1161)}'`), payout, settles, asksToGo(1151, closed)],
  [borrower(owing, 65), ...loan(1165, owing), asksToGo(1152, owing)],
];

/** Erasure after retention has ended. It runs last, because erasing earlier must be refused. */
export const lawfulEnd: readonly (readonly string[])[] = [
  [erases(closed, dayAfter)],
  [
    asserts(`not exists (select from signed_agreements where borrower_id = '${id(closed)}')`),
    asserts(`(select receiver_sealed from payouts where id = '${id(1164)}') = ''`),
    asserts(`(select number_sealed from payout_accounts where id = '${id(1161)}') = ''`),
    asserts(
      `(select receiver_label || receiver_last4 || receiver_mark from loans where id = '${id(1163)}') = ''`,
    ),
    asserts(`(select principal_centavos from loans where id = '${id(1163)}') = 100000`),
  ],
];

const denied = /permission denied/;
const canBeSent = /a form that the borrower can still send/;
const retained = /the law requires keeping an account/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulOfHeld: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  ['a draft of an unknown form', /credit_drafts_form/, draft(typing, { form: 'secrets' })],
  ['an empty draft', /credit_drafts_answers/, draft(typing, { form: 'contacts', bytes: 30 })],
  ['a draft over 8 KiB', /credit_drafts_answers/, draft(typing, { form: 'contacts', bytes: 8193 })],
  ['two drafts of one form', /credit_drafts_pkey/, draft(typing)],
  ['a draft for an application under review', canBeSent, draft(reviewed)],
  ['a draft for a borrower with a line', canBeSent, line, draft(typing, { form: 'contacts' })],
  ['a draft for an erased account', /erased or unknown/, draft(gone)],
  [
    'moving a draft to another borrower',
    denied,
    `update credit_drafts set borrower_id = '${id(sender)}'`,
  ],

  ['a name key for an erased account', /erased or unknown/, nameKey(gone)],
  ['a name key with 31 bytes', /borrower_name_keys_name_hash/, nameKey(typing, 31)],
  ['the same name key twice', /borrower_name_keys_pkey/, nameKey(typing), nameKey(typing)],
  [
    'moving a name key to another borrower',
    denied,
    `update borrower_name_keys set borrower_id = '${id(sender)}'`,
  ],

  ['a proof for an unused code', /sms_challenges_check/, challenge(1123, { used: 'null' })],
  ['a proof for another purpose', /sms_challenges_check/, challenge(1123, { purpose: 'login' })],
  [
    'a registration proof for an existing account',
    /sms_challenges_check/,
    challenge(1123, { of: `'${id(typing)}'` }),
  ],

  [
    'an answer to another borrower’s feedback',
    /to the sender of the feedback/,
    answer(1132, typing),
  ],
  [
    'an answer dated before its feedback',
    /to the sender of the feedback/,
    answer(1132, sender, "'2026-01-09T01:59:59Z'"),
  ],
  ['an answer to an erased account', /to the sender of the feedback|not there/, answer(1133, gone)],
  ['a second answer to feedback', /feedback_answers_pkey/, answer(1131, sender)],
  ['changing an answer to feedback', denied, `update feedback_answers set text_sealed = ''`],
  ['deleting an answer to feedback', denied, 'delete from feedback_answers'],
  ['a message by an unknown channel', /messages_channel/, message(1142, 'pigeon')],

  [
    'a line over its limit without a reversal',
    /can exceed the limit only after/,
    line,
    `update credit_lines set over_limit_centavos = 1 where borrower_id = '${id(typing)}'`,
  ],
  ['answering a data request without a look', /must first view the current state/, refuses(1151)],
  [
    'answering a data request twice',
    /answered only once/,
    ...[sees('dataRequest', 1151, 'ana'), refuses(1151)],
    `update data_requests set outcome = 'done' where id = '${id(1151)}'`,
  ],
  ['erasing without a deletion request', /no deletion of this account/, erases(typing, dayAfter)],
  [
    'erasing after a refused request',
    /no deletion of this account/,
    sees('dataRequest', 1151, 'ana'),
    refuses(1151),
    erases(closed, dayAfter),
  ],
  ['erasing on the last day of the retention', retained, erases(closed, lastDay)],
  [
    'erasing a borrower with an open loan',
    retained,
    `select erase_borrower('${id(owing)}', ${dayAfter}, '')`,
  ],
  ['erasing an open bill after the retention', retained, erases(owing, "'2041-01-01'")],
  ['calling empty_account directly', denied, `select empty_account('${id(typing)}', ${at}, '')`],
  [
    'erasing an application under review',
    /under review/,
    asksToGo(1153, sender),
    erases(sender, dayAfter),
  ],
  ['setting an account to erased', denied, `update borrowers set erased_at = ${at}`],
  [
    'clearing the receiver of a payout',
    denied,
    `update payouts set receiver_sealed = '' where id = '${id(1164)}'`,
  ],
  [
    'clearing the receiver of a loan',
    denied,
    `update loans set receiver_last4 = '' where id = '${id(1163)}'`,
  ],
  ['changing the receiver of a refund', denied, `update refunds set receiver_last4 = '0000'`],
  ['changing the reason of a promise', denied, `update promises_to_pay set reason = 'erased'`],
  [
    'clearing a payout account',
    denied,
    `update payout_accounts set number_sealed = '', owner_name_sealed = ''`,
  ],
  ['deleting an extension’s disclosure statement', denied, 'delete from extension_disclosures'],
  ['deleting a collection call', denied, 'delete from collection_calls'],
  ['deleting a coupon', denied, 'delete from coupons'],
];
