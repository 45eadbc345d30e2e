// Every table with a borrower's id: where a person's own copy shows it, and what becomes of it when
// the account is erased. A test compares the list with the database, so that a new table is decided
// on before it holds anything.

type Coverage = {
  /** The part of the JSON of /user/data/export, or why it is not there. */
  shownIn: string | { not: string };
  /** What empty_account (14-privacy.sql) does with its rows. */
  erased: 'deleted' | 'emptied' | { kept: string };
};

const forbidden = {
  kept: 'sums and days of a loan and of the books, which name nobody once the account is erased',
} as const;
/** Of an account that had a loan, when the law holds it no more (14-privacy.sql). */
const afterHold = 'deleted';

export const tablesOfPeople: Readonly<Record<string, Coverage>> = {
  agreement_acceptances: { shownIn: 'account.agreements', erased: 'deleted' },
  attributions: { shownIn: 'account.attribution', erased: 'deleted' },
  bill_decisions: { shownIn: 'loans', erased: forbidden },
  payment_allocations: { shownIn: 'loans', erased: forbidden },
  waived_charges: { shownIn: 'loans', erased: forbidden },
  bills: { shownIn: 'loans', erased: forbidden },
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
  extensions: { shownIn: 'loans', erased: forbidden },
  plan_disclosures: { shownIn: 'loans', erased: afterHold },
  feedback: { shownIn: 'feedback', erased: 'deleted' },
  feedback_answers: { shownIn: 'feedback', erased: 'deleted' },
  feedback_dismissals: {
    shownIn: { not: 'only when a dialog was last closed' },
    erased: 'deleted',
  },
  trusted_devices: { shownIn: 'account.knownDevices', erased: 'deleted' },
  ledger_entries: {
    shownIn: { not: 'our books: what they hold about a person is in loans, payouts and receipts' },
    erased: forbidden,
  },
  limit_changes: { shownIn: 'limits', erased: 'deleted' },
  line_holds: { shownIn: { not: 'RA 9160 forbids telling whom a list names' }, erased: 'deleted' },
  screening_matches: {
    shownIn: { not: 'RA 9160 forbids telling whom a list names' },
    erased: 'deleted',
  },
  line_screenings: {
    shownIn: { not: 'only which versions of the lists were looked at' },
    erased: 'deleted',
  },
  suspicion_reports: {
    shownIn: { not: 'RA 9160 forbids telling whom a report concerns' },
    erased: { kept: 'RA 9160: five years after the decision, then deleted by the clean-up' },
  },
  earned_limit_increases: {
    shownIn: { not: 'which loans earned a higher limit: the limits themselves are shown' },
    erased: forbidden,
  },
  reversed_limit_increases: {
    shownIn: { not: 'which loans earned a higher limit no more: the limits themselves are shown' },
    erased: forbidden,
  },
  loans: { shownIn: 'loans', erased: 'emptied' },
  messages: { shownIn: 'messages', erased: 'deleted' },
  named_references: {
    shownIn: { not: 'only keyed hashes: the references themselves stand in applications' },
    erased: 'deleted',
  },
  collection_calls: { shownIn: 'overdueCalls', erased: afterHold },
  passkey_challenges: {
    shownIn: { not: 'random numbers that end in five minutes' },
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
  // With their reversals (payment_reversals names no borrower).
  receipts: { shownIn: 'receipts', erased: forbidden },
  refunds: { shownIn: 'refunds', erased: 'emptied' },
  rejection_notices: { shownIn: 'refusals', erased: 'deleted' },
  push_subscriptions: { shownIn: 'reminders.browsers', erased: 'deleted' },
  reminder_settings: { shownIn: 'reminders.chosen', erased: 'deleted' },
  reminders: {
    shownIn: { not: 'which messages reminded of which bill: the messages are shown' },
    erased: afterHold,
  },
  repayment_codes: { shownIn: 'repaymentCodes', erased: forbidden },
  sessions: { shownIn: 'account.devices', erased: 'deleted' },
  signed_agreements: { shownIn: 'loans', erased: afterHold },
  sms_challenges: {
    shownIn: { not: 'codes that end in five minutes; the messages that carried them are shown' },
    erased: { kept: 'counts against misuse end by themselves within three days' },
  },
  bank_transfers: { shownIn: 'receipts', erased: forbidden },
  suspense_decisions: {
    shownIn: { not: 'who on staff found out whose money it was: the money stands in receipts' },
    erased: forbidden,
  },
  claim_decisions: {
    shownIn: { not: 'how staff ended a claim: the messages say it' },
    erased: forbidden,
  },
  coupons: { shownIn: 'vouchers', erased: 'deleted' },
};
