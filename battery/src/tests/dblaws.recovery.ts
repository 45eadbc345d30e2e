// Database rules for account recoveries and corrections of identity. Needs the keys of
// dblaws.approvals.ts.
import { confirms, proposes, sees } from './dblaws.approvals.ts';

const id = (nth: number) => `018f0000-0000-7000-8000-${String(nth).padStart(10, '0')}00`;
const hash = (nth: number) => `decode(repeat('${nth}', 32), 'hex')`;
const some = "decode('00', 'hex')";
const begun = "'2026-03-01T02:00:00Z'";
/** The time of approval by two people, and the time 72 hours later. */
const [approved, effective] = ["'2026-03-02T02:00:00Z'", "'2026-03-05T02:00:00Z'"];
/**
 * Borrowers: one whose number changes twice, one with a recovery that waits for staff, one with an
 * approved recovery, and an erased one.
 */
const [moved, asking, waiting, gone] = [1001, 1002, 1003, 1004] as const;

const borrower = (nth: number, own: number) =>
  `insert into borrowers (id, phone_sealed, phone_hash, agreement_version, locale, registered_at) values ('${id(nth)}', ${some}, ${hash(own)}, '1', 'en', '2026-01-01')`;
type Begun = { more?: string; values?: string; to?: string };
const begins = (
  nth: number,
  of: number | null,
  number: number,
  { more = '', values = '', to = hash(number) }: Begun = {},
) =>
  `insert into account_recoveries (id, borrower_id, device_id, locale, new_phone_sealed, new_phone_hash, begun_at${more}) values ('${id(nth)}', ${of === null ? 'null' : `'${id(of)}'`}, 'd1', 'en', ${some}, ${to}, ${begun}${values})`;
const picture = (
  nth: number,
  purpose: string,
  { file = `${nth} ${purpose}`, sizes = '1, 1, 1' } = {},
) =>
  `insert into account_recovery_pictures (recovery_id, purpose, file_name, width, height, size_bytes, uploaded_at) values ('${id(nth)}', '${purpose}', '${file}', ${sizes}, ${begun})`;
const sets = (nth: number, assignment: string) =>
  `update account_recoveries set ${assignment} where id = '${id(nth)}'`;
const asks = (nth: number, at = begun) => [
  picture(nth, 'idFront'),
  picture(nth, 'selfie'),
  sets(nth, `asked_at = ${at}`),
];
/** Requests a recovery that does not match an account and is refused at a set time. */
const asksUnmatched = (nth: number) => [
  ...asks(nth).slice(0, 2),
  sets(nth, `asked_at = ${begun}, refused_from = ${approved}`),
];
const linksSeenApproval = (nth: number, approval: number) =>
  `${sees('recovery', nth, 'ana')}; ${linksApproval(nth, approval)}`;
const linksApproval = (nth: number, approval: number) =>
  sets(nth, `approval_id = '${id(approval)}'`);
/** Two people approve a recovery, which takes effect later. */
const approves = (nth: number, approval: number, at = approved, from = effective) => [
  `${sees('recovery', nth, 'ben')}; ${confirms(approval, at)}`,
  sets(nth, `approved_at = ${at}, effective_from = ${from}`),
];
const ends = (nth: number, as: string, at = effective) =>
  sets(nth, `ended_at = ${at}, ended_as = '${as}'`);
const changes = (of: number, number: number, at = effective, way = 'recovery') =>
  `select change_phone('${id(of)}', ${some}, ${hash(number)}, ${at}, ${at}::date, '${way}', ${some})`;

type Correction = {
  field?: string;
  approval?: number | null;
  of?: number;
  caseNo?: string;
  applied?: string;
  before?: string;
};
const corrects = (nth: number, of: Correction = {}) => {
  const {
    field = 'name',
    approval = null,
    of: whom = asking,
    caseNo = 'CS-1',
    applied = 'null',
    before = applied === 'null' ? 'null' : some,
  } = of;
  return `insert into corrections (id, borrower_id, field, case_no, value_sealed, previous_sealed, proposed_at, approval_id, applied_at) values ('${id(nth)}', '${id(whom)}', '${field}', '${caseNo}', ${some}, ${before}, ${begun}, ${approval === null ? 'null' : `'${id(approval)}'`}, ${applied})`;
};
const applies = (nth: number, at = approved) =>
  `update corrections set applied_at = ${at}, previous_sealed = ${some} where id = '${id(nth)}'`;
const proposal = (nth: number, act = 'recovery') => proposes(nth, act, begun);

/** Transactions that the database must accept. The refused transactions build on them. */
export const lawfulRecoveries: readonly (readonly string[])[] = [
  [borrower(moved, 71), borrower(asking, 72), borrower(waiting, 73), borrower(gone, 74)],
  [begins(1011, moved, 81), ...asks(1011), proposal(1021), linksSeenApproval(1011, 1021)],
  [...approves(1011, 1021)],
  [changes(moved, 81), ends(1011, 'done')],
  [begins(1012, moved, 82), ...asks(1012), proposal(1022), linksSeenApproval(1012, 1022)],
  [...approves(1012, 1022, "'2026-03-02T12:00:00Z'", "'2026-03-05T12:00:00Z'")],
  [begins(1013, asking, 83), ...asks(1013), proposal(1023), linksSeenApproval(1013, 1023)],
  [begins(1014, asking, 84), picture(1014, 'idFront')],
  [begins(1015, asking, 85), ...asks(1015)],
  [
    begins(1016, waiting, 86),
    ...asks(1016),
    proposal(1026),
    linksSeenApproval(1016, 1026),
    ...approves(1016, 1026),
  ],
  [begins(1017, waiting, 87), ...asks(1017), proposal(1027), linksSeenApproval(1017, 1027)],
  [begins(1018, null, 88), ...asksUnmatched(1018)],
  // A recovery may be deleted if it was never submitted, or if it is closed and does not belong to
  // an account.
  [
    begins(1019, asking, 89),
    picture(1019, 'selfie'),
    `delete from account_recoveries where id = '${id(1019)}'`,
  ],
  [
    begins(1020, null, 89),
    ...asksUnmatched(1020),
    ends(1020, 'refused'),
    `delete from account_recoveries where id = '${id(1020)}'`,
  ],
  [
    proposal(1041, 'correction'),
    corrects(1031, { approval: 1041 }),
    confirms(1041, approved),
    applies(1031),
  ],
  [proposal(1042, 'correction'), corrects(1032, { field: 'birthday', approval: 1042 })],
  [corrects(1033, { field: 'address', applied: approved })],
  [
    proposal(1043, 'correction'),
    corrects(1034, { of: gone, approval: 1043 }),
    begins(1028, gone, 90),
    ...asks(1028),
  ],
  [`select erase_borrower('${id(gone)}', ${effective}, '')`],
  [
    `select 1 / (not exists (select from account_recoveries where id = '${id(1028)}') and not exists (select from corrections where id = '${id(1034)}'))::int`,
  ],
];

const denied = /permission denied/;
const notApproved = /only to the approved one, after its waiting period/;
const asItWas = /never changes, and can end only once/;
const twoCorrect = /correcting identifying data needs two people/;

/** Transactions that the database must refuse, each with the expected error message. */
export const unlawfulRecoveries: readonly (readonly [
  act: string,
  refusal: RegExp,
  ...statements: string[],
])[] = [
  [
    'inserting a requested recovery',
    denied,
    begins(1051, asking, 89, { more: ', asked_at', values: `, ${begun}` }),
  ],
  ['a recovery of an erased account', /erased or unknown/, begins(1051, gone, 89)],
  [
    'a recovery with an invalid number hash',
    /new_phone_hash/,
    begins(1051, asking, 89, { to: some }),
  ],
  ['requesting a recovery without a selfie', /both pictures/, sets(1014, `asked_at = ${begun}`)],
  [
    'requesting a recovery with a deleted picture',
    /both pictures/,
    picture(1014, 'selfie'),
    `update account_recovery_pictures set deleted_at = ${begun} where recovery_id = '${id(1014)}'`,
    sets(1014, `asked_at = ${begun}`),
  ],
  [
    'a recovery requested before its start',
    /recoveries_check/,
    ...asks(1014, "'2026-02-28'").slice(1),
  ],
  ['requesting a recovery twice', asItWas, sets(1013, `asked_at = ${effective}`)],
  [
    'two recoveries to one number',
    /recoveries_of_number/,
    begins(1051, waiting, 83),
    ...asks(1051),
  ],
  [
    'a recovery without an account and a refusal date',
    /recoveries_check/,
    begins(1051, null, 89),
    ...asks(1051),
  ],
  [
    'an automatic refusal of a recovery with an account',
    /recoveries_check/,
    begins(1051, asking, 89),
    ...asksUnmatched(1051),
  ],
  [
    'a proposal for an unrequested recovery',
    /recoveries_check/,
    proposal(1052),
    linksSeenApproval(1014, 1052),
  ],
  [
    'a proposal for a recovery without an account',
    /recoveries_check/,
    proposal(1052),
    linksSeenApproval(1018, 1052),
  ],
  [
    'a recovery with another act’s proposal',
    /its own open proposal/,
    proposal(1052, 'correction'),
    linksSeenApproval(1015, 1052),
  ],
  [
    'a recovery with a confirmed proposal',
    /its own open proposal/,
    proposal(1052),
    confirms(1052, approved),
    linksSeenApproval(1015, 1052),
  ],
  [
    'replacing a recovery’s open proposal',
    /its own open proposal/,
    proposal(1052),
    linksSeenApproval(1013, 1052),
  ],
  ['one proposal for two recoveries', /approval_id_key/, linksSeenApproval(1015, 1023)],
  [
    'proposing a recovery without a look',
    /must first view the current state/,
    proposal(1024),
    linksApproval(1015, 1024),
  ],
  [
    'approving a recovery without a look',
    /must first view the current state/,
    confirms(1023, approved),
    ...approves(1013, 1023).slice(1),
  ],
  [
    'confirming one’s own recovery proposal',
    /different first keys/,
    confirms(1023, approved, 'ana'),
  ],
  [
    'an approved recovery without confirmation',
    /approving a recovery needs two people/,
    ...approves(1013, 1023).slice(1),
  ],
  [
    'a recovery approved before its confirmation',
    /approving a recovery needs two people/,
    sees('recovery', 1013, 'ben'),
    confirms(1023, approved),
    sets(1013, `approved_at = ${begun}, effective_from = '2026-03-04T02:00:00Z'`),
  ],
  [
    'approving a recovery without a proposal',
    /needs two people|recoveries_check/,
    ...approves(1015, 1023).slice(1),
  ],
  [
    'an approved recovery without an effective time',
    /recoveries_check/,
    sees('recovery', 1013, 'ben'),
    confirms(1023, approved),
    sets(1013, `approved_at = ${approved}`),
  ],
  [
    'a waiting period of 71 hours',
    /must wait exactly recoveryHoldHours/,
    ...approves(1013, 1023, approved, "'2026-03-05T01:00:00Z'"),
  ],
  ['shortening the waiting period', asItWas, sets(1016, `effective_from = ${approved}`)],
  ['two approved recoveries of one account', /recoveries_approved/, ...approves(1017, 1027)],
  [
    'changing a number before 72 hours',
    notApproved,
    changes(waiting, 86, "'2026-03-05T01:59:59.999Z'"),
  ],
  ['changing to another number than approved', notApproved, changes(waiting, 87)],
  ['changing a number without approval', notApproved, changes(asking, 83)],
  [
    'changing a number after the recovery was stopped',
    notApproved,
    ends(1016, 'stopped', approved),
    changes(waiting, 86),
  ],
  [
    'changing a number by an unknown method',
    /phone_changes_method_check/,
    changes(waiting, 86, effective, 'gift'),
  ],
  ['inserting a number change directly', denied, 'insert into phone_changes (number) values (1)'],
  [
    'completing a recovery without a number change',
    /done only after its number has changed/,
    ends(1016, 'done'),
  ],
  ['completing a recovery before 72 hours', /recoveries_done_after_the_wait/, ends(1012, 'done')],
  ['ending a recovery twice', asItWas, ends(1011, 'stopped')],
  [
    'a recovery that ends before its start',
    /recoveries_check/,
    ends(1015, 'refused', "'2026-02-28'"),
  ],
  [
    'ending a recovery without an outcome',
    /recoveries_check/,
    sets(1015, `ended_at = ${effective}`),
  ],
  ['ending a recovery with an unknown outcome', /recoveries_ended_as/, ends(1015, 'lost')],
  ['changing a recovery’s new number', denied, sets(1013, `new_phone_hash = ${hash(89)}`)],
  ['moving a recovery to another account', denied, sets(1013, `borrower_id = '${id(moved)}'`)],
  [
    'deleting a requested recovery',
    /deleted only with its account/,
    `delete from account_recoveries where id = '${id(1015)}'`,
  ],
  [
    'deleting an open recovery without an account',
    /deleted only with its account/,
    `delete from account_recoveries where id = '${id(1018)}'`,
  ],
  [
    'a recovery picture of an unknown purpose',
    /account_recovery_pictures_purpose/,
    picture(1014, 'building'),
  ],
  [
    'a second selfie of a recovery',
    /account_recovery_pictures_pkey/,
    picture(1013, 'selfie', { file: 'other' }),
  ],
  [
    'one file for two recoveries',
    /file_name_key/,
    picture(1014, 'selfie', { file: '1013 selfie' }),
  ],
  [
    'a recovery picture without a width',
    /width_check/,
    picture(1014, 'selfie', { sizes: '0, 1, 1' }),
  ],
  [
    'a recovery picture without a height',
    /height_check/,
    picture(1014, 'selfie', { sizes: '1, 0, 1' }),
  ],
  ['an empty recovery picture', /size_bytes_check/, picture(1014, 'selfie', { sizes: '1, 1, 0' })],
  ['a picture without a recovery', /recovery_id_fkey/, picture(1051, 'selfie')],
  ['deleting the row of a recovery’s picture', denied, 'delete from account_recovery_pictures'],

  [
    'a correction of an erased account',
    /erased or unknown/,
    corrects(1061, { of: gone, field: 'address', applied: approved }),
  ],
  [
    'correcting a name without a proposal',
    /corrections_of_two_people/,
    corrects(1061, { applied: approved }),
  ],
  [
    'an address correction with a proposal',
    /corrections_of/,
    proposal(1062, 'correction'),
    corrects(1061, { field: 'address', approval: 1062 }),
  ],
  [
    'an address correction that is not applied immediately',
    /corrections_of_addresses_at_once/,
    corrects(1061, { field: 'address' }),
  ],
  [
    'inserting an applied correction',
    /must start as a proposal/,
    proposal(1062, 'correction'),
    corrects(1061, { approval: 1062, applied: approved }),
  ],
  [
    'a correction with another act’s proposal',
    /must start as a proposal/,
    proposal(1062),
    corrects(1061, { approval: 1062 }),
  ],
  [
    'a correction with a confirmed proposal',
    /must start as a proposal/,
    corrects(1061, { approval: 1041 }),
  ],
  ['two corrections with one proposal', /approval_id_key/, corrects(1061, { approval: 1042 })],
  ['confirming one’s own correction', /different first keys/, confirms(1042, approved, 'ana')],
  ['applying a correction without confirmation', twoCorrect, applies(1032)],
  [
    'a correction applied before its confirmation',
    twoCorrect,
    confirms(1042, approved),
    applies(1032, begun),
  ],
  ['applying a correction twice', /applied only once/, applies(1031)],
  ['changing an applied address correction', /applied only once/, applies(1033)],
  [
    'a correction without the previous value',
    /corrections_check/,
    corrects(1061, { field: 'address', applied: approved, before: 'null' }),
  ],
  [
    'a correction applied before its proposal',
    /corrections_check/,
    corrects(1061, { field: 'address', applied: "'2026-02-28'" }),
  ],
  [
    'a correction of an unknown field',
    /corrections_field/,
    proposal(1062, 'correction'),
    corrects(1061, { field: 'limit', approval: 1062 }),
  ],
  [
    'a correction without a case',
    /corrections_case_no/,
    corrects(1061, { field: 'address', applied: approved, caseNo: '' }),
  ],
  ['changing a proposed correction', denied, `update corrections set value_sealed = ''`],
  ['deleting a correction', denied, 'delete from corrections'],
];
