// Lists where the export shows each column of `borrowers` and each table with a borrower's id, and
// what an erasure does with them. Tests compare the lists with the database, so every new column of
// `borrowers` and every new table needs a decision.

type Coverage<Erased extends string> = {
  /** The path in the JSON of /user/data/export, or the reason why the data is absent from it. */
  shownIn: string | { not: string };
  /** What empty_account (14-privacy.sql) does with the data. */
  erased: Erased | { kept: string };
};

export const columnsOfBorrowers: Readonly<Record<string, Coverage<'emptied'>>> = {
  id: { shownIn: 'userGid', erased: { kept: 'an id without a person' } },
  phone_sealed: { shownIn: 'account.phone', erased: 'emptied' },
  phone_hash: { shownIn: { not: 'a keyed hash of the number, which is shown' }, erased: 'emptied' },
  password_hash: {
    shownIn: { not: 'a secret; the export says only that a password is set' },
    erased: 'emptied',
  },
  name_sealed: { shownIn: 'account.name', erased: 'emptied' },
  first_name_sealed: { shownIn: { not: 'a part of the name, which is shown' }, erased: 'emptied' },
  agreement_version: { shownIn: 'account.agreementVersion', erased: 'emptied' },
  locale: { shownIn: 'account.locale', erased: 'emptied' },
  registered_at: {
    shownIn: 'account.registeredAt',
    erased: { kept: 'the time of a registration, which names no person after the erasure' },
  },
  new_accounts_held_until: {
    shownIn: { not: 'the end of the hold on new payout accounts; refusals state the hours left' },
    erased: 'emptied',
  },
  erased_at: {
    shownIn: { not: 'null until the account is erased' },
    erased: { kept: 'the time of the erasure itself' },
  },
};

const anonymous = {
  kept: 'sums and days of loans and of the books, which name no person after the erasure',
} as const;
/** Rows that are deleted when legal retention ends if the account had a loan (14-privacy.sql). */
const afterHold = 'deleted';

export const tablesOfPeople: Readonly<Record<string, Coverage<'deleted' | 'emptied'>>> = {
  agreement_acceptances: { shownIn: 'account.agreements', erased: 'deleted' },
  attributions: { shownIn: 'account.attribution', erased: 'deleted' },
  bill_decisions: { shownIn: 'loans', erased: anonymous },
  payment_allocations: { shownIn: 'loans', erased: anonymous },
  waived_charges: { shownIn: 'loans', erased: anonymous },
  bills: { shownIn: 'loans', erased: anonymous },
  borrower_name_keys: {
    shownIn: { not: 'keyed hashes of the name, which is shown' },
    erased: 'deleted',
  },
  case_assignments: { shownIn: { not: 'names a member of staff' }, erased: 'deleted' },
  calendar_entries: { shownIn: 'reminders.calendar', erased: afterHold },
  complaint_pictures: { shownIn: 'complaintPictures', erased: 'deleted' },
  complaint_turns: { shownIn: 'complaints', erased: 'deleted' },
  complaints: { shownIn: 'complaints', erased: 'emptied' },
  consent_withdrawals: { shownIn: 'consents', erased: 'deleted' },
  corrections: { shownIn: 'corrections', erased: 'deleted' },
  credit_applications: { shownIn: 'applications', erased: 'emptied' },
  credit_drafts: { shownIn: 'drafts', erased: 'deleted' },
  credit_lines: { shownIn: 'creditLine', erased: 'deleted' },
  data_requests: { shownIn: 'requests', erased: 'emptied' },
  disputes: { shownIn: 'disputes', erased: 'emptied' },
  extension_disclosures: { shownIn: 'loans', erased: afterHold },
  extensions: { shownIn: 'loans', erased: anonymous },
  plan_disclosures: { shownIn: 'loans', erased: afterHold },
  feedback: { shownIn: 'feedback', erased: 'deleted' },
  feedback_answers: { shownIn: 'feedback', erased: 'deleted' },
  feedback_dismissals: {
    shownIn: { not: 'only the time when a dialog was last closed' },
    erased: 'deleted',
  },
  trusted_devices: { shownIn: 'account.knownDevices', erased: 'deleted' },
  ledger_entries: {
    shownIn: { not: 'the books; the person’s own money is in loans, payouts and receipts' },
    erased: anonymous,
  },
  limit_changes: { shownIn: 'limits', erased: 'deleted' },
  line_holds: {
    shownIn: { not: 'RA 9160 forbids telling a person that a list names them' },
    erased: 'deleted',
  },
  screening_matches: {
    shownIn: { not: 'RA 9160 forbids telling a person that a list names them' },
    erased: 'deleted',
  },
  line_screenings: {
    shownIn: { not: 'only which versions of the lists were checked' },
    erased: 'deleted',
  },
  suspicion_reports: {
    shownIn: { not: 'RA 9160 forbids telling a person about a report' },
    erased: { kept: 'RA 9160: five years after the decision, then deleted by the clean-up' },
  },
  earned_limit_increases: {
    shownIn: { not: 'which loans raised the limit; the limits themselves are shown' },
    erased: anonymous,
  },
  reversed_limit_increases: {
    shownIn: { not: 'which loans no longer raise the limit; the limits themselves are shown' },
    erased: anonymous,
  },
  loans: { shownIn: 'loans', erased: 'emptied' },
  messages: { shownIn: 'messages', erased: 'deleted' },
  named_references: {
    shownIn: { not: 'only keyed hashes; the references themselves are in applications' },
    erased: 'deleted',
  },
  collection_calls: { shownIn: 'overdueCalls', erased: afterHold },
  passkey_challenges: {
    shownIn: { not: 'random numbers that expire in five minutes' },
    erased: 'deleted',
  },
  passkeys: { shownIn: 'account.passkeys', erased: 'deleted' },
  promises_to_pay: { shownIn: 'loans', erased: 'emptied' },
  payout_accounts: { shownIn: 'payoutAccounts', erased: 'deleted' },
  payouts: { shownIn: 'payouts', erased: 'emptied' },
  phone_changes: { shownIn: 'account.formerPhones', erased: 'deleted' },
  pictures: { shownIn: 'pictures', erased: 'deleted' },
  limit_increase_requests: { shownIn: 'quotaRequests', erased: 'deleted' },
  quotes: { shownIn: 'quotes', erased: 'deleted' },
  account_recoveries: { shownIn: 'account.recoveries', erased: 'deleted' },
  // Includes reversals, because payment_reversals has no borrower id.
  receipts: { shownIn: 'receipts', erased: anonymous },
  refunds: { shownIn: 'refunds', erased: 'emptied' },
  rejection_notices: { shownIn: 'refusals', erased: 'deleted' },
  push_subscriptions: { shownIn: 'reminders.browsers', erased: 'deleted' },
  reminder_settings: { shownIn: 'reminders.chosen', erased: 'deleted' },
  reminders: {
    shownIn: { not: 'which message belongs to which bill; the messages are shown' },
    erased: afterHold,
  },
  repayment_codes: { shownIn: 'repaymentCodes', erased: anonymous },
  sessions: { shownIn: 'account.devices', erased: 'deleted' },
  signed_agreements: { shownIn: 'loans', erased: afterHold },
  sms_challenges: {
    shownIn: { not: 'codes that expire in five minutes; their messages are shown' },
    erased: { kept: 'rate limits expire within three days' },
  },
  bank_transfers: { shownIn: 'receipts', erased: anonymous },
  suspense_decisions: {
    shownIn: { not: 'how staff matched money to a loan; the money is in receipts' },
    erased: anonymous,
  },
  claim_decisions: {
    shownIn: { not: 'how staff decided a claim; the messages have the result' },
    erased: anonymous,
  },
  coupons: { shownIn: 'vouchers', erased: 'deleted' },
};
