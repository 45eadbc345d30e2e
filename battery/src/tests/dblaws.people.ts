// Database rules for people: pictures, applications, reviews, disputes, references and reminders.

import { confirms, proposes, sees } from './dblaws.approvals.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const day = "'2026-01-01'";
const hash = (nth: number) => `decode(repeat('${String(nth).padStart(2, '0')}', 32), 'hex')`;
const some = "decode('00', 'hex')";

const borrower = (nth: number) =>
  `insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale, registered_at) values ('${id(nth)}', ${some}, ${hash(nth % 90)}, '1', 'en', ${day})`;
const picture = (nth: number, who: number, more = 'null, null') =>
  `insert into pictures (id, borrower_id, purpose, file_name, content_hash, width, height, size_bytes, uploaded_at, blur, glare) values ('${id(nth)}', '${id(who)}', 'idFront', 'f${nth}', ${some}, 1, 1, 1, ${day}, ${more})`;
const application = (
  nth: number,
  who: number,
  number: number,
  pictures: [number, number],
  againOf: number | null = null,
) =>
  `insert into credit_applications (id, borrower_id, number, personal_sealed, contacts_sealed, work_sealed, identity_sealed, id_number_hash, front_picture_id, selfie_picture_id, started_at, submitted_at, review_from, answer_by, reconsideration_of)
   values ('${id(nth)}', '${id(who)}', ${number}, ${some}, ${some}, ${some}, ${some}, ${some}, '${id(pictures[0])}', '${id(pictures[1])}', ${day}, ${day}, ${day}, ${day}, ${againOf === null ? 'null' : `'${id(againOf)}'`})`;
const decision = (nth: number, of: number, outcome: string, rest: string) =>
  `insert into credit_decisions (id, application_id, number, outcome, rules_version, inputs_hash, rules_fired, decided_at, decided_by, limit_centavos, resubmit_on, two_people_above_centavos, proposal_id)
   values ('${id(nth)}', '${id(of)}', ${nth}, '${outcome}', '1', ${some}, '[]', ${day}, 'ben', ${rest})`;
const proposal = (nth: number, of: number) => [
  sees('application', of, 'ana'),
  proposes(nth, 'limit', day),
  `insert into review_proposals (id, application_id, limit_centavos, application_hash) values ('${id(nth)}', '${id(of)}', 20000000, ${hash(1)})`,
];
const dispute = (nth: number) =>
  `insert into disputes (id, borrower_id, decision_id, text_sealed, asked_at, due_on) values ('${id(nth)}', '${id(101)}', '${id(121)}', ${some}, ${day}, ${day})`;
const message = (nth: number, kind: string, to: number, contactOf: number | null) =>
  `insert into messages (id, borrower_id, kind, to_sealed, to_hash, text_sealed, queued_at, reference_application_id) values ('${id(nth)}', '${id(101)}', '${kind}', ${some}, ${hash(to)}, ${some}, ${day}, ${contactOf === null ? 'null' : `'${id(contactOf)}'`})`;
const call = (nth: number, result: string) =>
  `insert into review_calls (id, application_id, called_at, called_by, result) values ('${id(nth)}', '${id(112)}', ${day}, 'ana', '${result}')`;
const requestsPicture = (nth: number, by: string, endsOn: string) =>
  `insert into picture_requests (id, application_id, purpose, fault, asked_at, asked_by, ends_on, old_picture_id) values ('${id(nth)}', '${id(113)}', 'idFront', 'cut', ${day}, '${by}', '${endsOn}', '${id(201)}')`;
const takes = (who: string | null) =>
  `update manual_reviews set taken_by = ${who === null ? 'null, taken_until = null' : `'${who}', taken_until = ${day}`} where application_id = '${id(113)}'`;
const reminders = (hour: number, channel: string) =>
  `insert into reminder_settings (borrower_id, channel, hour, locale, chosen_at) values ('${id(102)}', '${channel}', ${hour}, 'en', ${day})`;
const session = (nth: number) =>
  `insert into sessions (token_hash, borrower_id, device_id, opened_under, opened_at, last_seen_at, proven_at) values (${hash(60 + nth)}, '${id(102)}', 'd${nth}', '${id(400 + nth)}', ${day}, ${day}, ${day})`;
const pushTo = (nth: number, slot: number) =>
  `insert into push_subscriptions (borrower_id, device_id, slot, subscription_sealed, endpoint_hash, added_at) values ('${id(102)}', 'd${nth}', ${slot}, ${some}, ${hash(nth)}, ${day})`;

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulPeople: readonly (readonly string[])[] = [
  [
    borrower(101),
    borrower(102),
    picture(201, 101),
    picture(202, 101, '0.5, 0'),
    picture(203, 102),
    picture(204, 102),
    picture(205, 101),
  ],
  [
    application(111, 101, 1, [201, 202]),
    decision(121, 111, 'rejected', `null, ${day}, null, null`),
  ],
  [application(112, 102, 1, [203, 204]), call(181, 'reached'), ...proposal(131, 112)],
  [
    sees('application', 112, 'ben'),
    confirms(131, day, 'ben'),
    decision(122, 112, 'approved', `20000000, null, 15000000, '${id(131)}'`),
  ],
  [
    `insert into rejection_notices (decision_id, borrower_id, reason_group, locale, text, notified_at) values ('${id(121)}', '${id(101)}', 'income', 'en', 'why', ${day})`,
    dispute(151),
    sees('dispute', 151, 'ben'),
    `update disputes set answered_at = ${day}, outcome = 'upheld', answered_by = 'ben' where id = '${id(151)}'`,
    dispute(152),
  ],
  [
    message(161, 'contactNotice', 41, 112),
    `insert into reference_opt_outs (phone_hash, removed_at, removed_by) values (${hash(42)}, ${day}, 'ben')`,
  ],
  [application(113, 101, 2, [201, 202], 111)],
  [
    `insert into manual_reviews (application_id, waiting_since, due_at) values ('${id(113)}', ${day}, ${day})`,
    takes('ana'),
    requestsPicture(171, 'ana', '2026-01-08'),
    takes(null),
  ],
  [reminders(9, 'sms'), session(1), session(2), pushTo(1, 1)],
];

const denied = /permission denied/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulPeople: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  [
    'a reminder to a number other than the borrower’s',
    /can go only to its borrower/,
    message(361, 'reminderToday', 43, null),
  ],
  ['reminders at night', /reminder_settings_hour/, 'update reminder_settings set hour = 22'],
  [
    'reminders by an unknown channel',
    /reminder_settings_channel/,
    `update reminder_settings set channel = 'neighbour'`,
  ],
  ['a sixth push subscription of a borrower', /slot_check/, pushTo(2, 6)],
  ['two push subscriptions in one slot', /borrower_id_slot/, pushTo(2, 1)],
  ['a push endpoint for two devices', /endpoint_hash/, pushTo(2, 2).replace(hash(2), hash(1))],
  ['a push subscription of a logged-out device', /needs a session of its borrower/, pushTo(3, 2)],
  [
    'changing a push subscription',
    denied,
    `update push_subscriptions set subscription_sealed = ''`,
  ],
  [
    'a notification that opens a foreign address',
    /messages_opens/,
    `update messages set opens = '//evil.example' where state = 'waiting'`,
  ],
  ['deleting a reminder', denied, 'delete from reminders'],
  ['changing a reminder’s kind', denied, `update reminders set kind = 'reminderSoon'`],
  ['a picture with blur but no glare', /pictures_measured/, picture(301, 101, '0.5, null')],
  ['a picture with a blur above 1', /blur/, picture(301, 101, '1.5, 0')],
  ['one picture in two applications', /once_front_picture/, application(311, 101, 3, [201, 205])],
  [
    'deleting a picture that an application needs',
    /needs this picture/,
    `update pictures set deleted_at = ${day} where id = '${id(203)}'`,
  ],
  ['deleting the row of a picture', denied, 'delete from pictures'],
  [
    'a reconsideration with other pictures',
    /pictures of the application it repeats/,
    application(311, 101, 3, [205, 202], 111),
  ],
  [
    'a reconsideration of another borrower’s application',
    /pictures of the application it repeats/,
    application(311, 101, 3, [203, 204], 112),
  ],
  [
    'a second reconsideration of an application',
    /reconsideration_of/,
    application(311, 101, 3, [201, 202], 111),
  ],
  ['changing a credit decision', denied, "update credit_decisions set outcome = 'approved'"],
  [
    'deciding an application twice',
    /credit_decisions_final/,
    decision(321, 111, 'rejected', `null, ${day}, null, null`),
  ],
  [
    'an approval without the two-person threshold',
    /needs a proposal/,
    decision(321, 113, 'approved', '100, null, null, null'),
  ],
  [
    'a large limit without a proposal',
    /needs a proposal/,
    decision(321, 113, 'approved', '20000000, null, 15000000, null'),
  ],
  [
    'a large limit with another application’s proposal',
    /needs a proposal/,
    decision(321, 113, 'approved', `20000000, null, 15000000, '${id(131)}'`),
  ],
  [
    'confirming one’s own proposal',
    /different first keys/,
    ...proposal(331, 113),
    confirms(331, day, 'ana'),
  ],
  [
    'an approval without a look',
    /must first view the current state/,
    decision(321, 113, 'approved', '100, null, 15000000, null'),
  ],
  [
    'a proposal without a look',
    /must first view the current state/,
    ...proposal(331, 113).slice(1),
  ],
  [
    'a confirmation without a look',
    /must first view the current state/,
    ...proposal(331, 113),
    confirms(331, day),
  ],
  [
    'an approval after an outdated look',
    /must first view the current state/,
    sees('application', 113, 'ben'),
    `update credit_applications set identity_sealed = decode('01', 'hex') where id = '${id(113)}'`,
    decision(321, 113, 'approved', '100, null, 15000000, null'),
  ],
  [
    'answering a dispute without a look',
    /must first view the current state/,
    `update disputes set answered_at = ${day}, outcome = 'upheld', answered_by = 'ben' where id = '${id(152)}'`,
  ],
  ['confirming a limit proposal twice', /never changes/, confirms(131, day)],
  ['changing a limit proposal', denied, 'update review_proposals set limit_centavos = 1'],
  ['deleting a limit proposal', denied, 'delete from review_proposals'],
  [
    'requesting a picture for another number of days',
    /last day that the rule sets/,
    requestsPicture(371, 'ana', '2026-01-09'),
  ],
  [
    'requesting a picture of an application that somebody else holds',
    /only the reviewer who holds/,
    requestsPicture(371, 'ben', '2026-01-08'),
  ],
  [
    'requesting a picture twice',
    /picture_requests_open/,
    requestsPicture(371, 'ana', '2026-01-08'),
  ],
  ['taking an application that waits for a picture', /has no reviewer/, takes('ben')],
  [
    'deciding while a picture is requested',
    /no request for a picture open/,
    decision(322, 113, 'rejected', `null, ${day}, null, null`),
  ],
  [
    'expiring a request early',
    /request expires afterwards/,
    `update picture_requests set ended_as = 'expired', ended_at = ${day}`,
  ],
  [
    'replacing a picture that nobody requested',
    /only when staff request it/,
    `update credit_applications set selfie_picture_id = '${id(203)}' where id = '${id(113)}'`,
  ],
  ['changing a request for a picture', denied, "update picture_requests set fault = 'blurred'"],
  ['deleting a request for a picture', denied, 'delete from picture_requests'],
  ['changing a review call', denied, "update review_calls set result = 'reached'"],
  ['deleting a review call', denied, 'delete from review_calls'],
  ['a review call with an unknown result', /review_calls_result/, call(381, 'bribed')],
  ['a callback without a time', /check constraint/, call(381, 'callBack')],
  ['changing a rejection notice', denied, "update rejection_notices set text = 'x'"],
  ['two open disputes of a decision', /disputes_open/, dispute(351)],
  [
    'answering a dispute twice',
    /answered only once/,
    `update disputes set outcome = 'declined' where id = '${id(151)}'`,
  ],
  ['changing a dispute', denied, `update disputes set text_sealed = ${some}`],
  ['deleting a dispute', denied, 'delete from disputes'],
  [
    'another kind of message to a reference',
    /one plain notice and no other/,
    message(361, 'reviewApproved', 41, null),
  ],
  [
    'two notices to a reference',
    /messages_once_a_reference/,
    message(361, 'contactNotice', 41, 112),
  ],
  [
    'a notice without an application',
    /messages_to_references/,
    message(361, 'contactNotice', 43, null),
  ],
  [
    'a notice to a reference who opted out',
    /has opted out/,
    message(361, 'contactNotice', 42, 112),
  ],
  [
    'a notice about a rejected application',
    /only of an approved application/,
    message(361, 'contactNotice', 44, 111),
  ],
  [
    'a notice about an undecided application',
    /only of an approved application/,
    message(361, 'contactNotice', 44, 113),
  ],
  ['deleting a named reference', denied, 'delete from named_references'],
  ['deleting an opt-out', denied, 'delete from reference_opt_outs'],
];
