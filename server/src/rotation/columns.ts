// Every column and folder with sealed values: the purpose and the binding of each value. A test
// compares the list with the database's columns whose names end in _sealed.
import type { FileFolder } from '#/context/stored-files.ts';
import type { Purpose } from '#/platform/seal.ts';

/** The columns of a row that its values are bound to. */
export type Bound = Readonly<Record<string, unknown>>;

type SealedTable = {
  /** The columns that `of` needs. */
  needs: readonly string[];
  /** Returns what the row's values are bound to. */
  of(row: Bound): string;
  columns: Readonly<Record<string, Purpose>>;
};

/** Values that are bound to one column, which is a row's id unless `column` says otherwise. */
const byColumn = (columns: SealedTable['columns'], column = 'id'): SealedTable => ({
  needs: [column],
  of: (row) => String(row[column]),
  columns,
});
const ofBorrower = (columns: SealedTable['columns']) => byColumn(columns, 'borrower_id');

/** The tables in the order in which they are resealed. */
export const sealedTables: Readonly<Record<string, SealedTable>> = {
  hash_keys: byColumn({ key_sealed: 'hash key' }, 'version'),
  envelope_keys: byColumn({ private_key_sealed: 'envelope key' }, 'kid'),
  borrowers: byColumn({
    phone_sealed: 'phone',
    name_sealed: 'name',
    first_name_sealed: 'first name',
  }),
  attributions: ofBorrower({ details_sealed: 'attribution' }),
  phone_changes: {
    needs: ['borrower_id', 'changed_at'],
    of: (row) => `${row.borrower_id} ${(row.changed_at as Temporal.Instant).epochMilliseconds}`,
    columns: { old_phone_sealed: 'former phone' },
  },
  account_recoveries: byColumn({ new_phone_sealed: 'recovery phone' }),
  credit_applications: ofBorrower({
    personal_sealed: 'personal',
    contacts_sealed: 'contacts',
    work_sealed: 'work',
    identity_sealed: 'identity',
  }),
  credit_drafts: ofBorrower({ answers_sealed: 'draft' }),
  review_proposals: byColumn({ reason_sealed: 'review note' }),
  review_calls: byColumn({ note_sealed: 'review note' }),
  disputes: byColumn({ text_sealed: 'dispute', answer_sealed: 'dispute answer' }),
  suspicion_reports: byColumn({
    words_sealed: 'suspicion',
    reference_sealed: 'suspicion reference',
  }),
  payout_accounts: byColumn({
    owner_name_sealed: 'ownerName',
    number_sealed: 'accountNumber',
    phone_sealed: 'account phone',
  }),
  signed_agreements: byColumn({ text_sealed: 'signed text' }, 'loan_id'),
  payouts: byColumn({ receiver_sealed: 'receiver', withdrawal_code_sealed: 'withdrawal code' }),
  webhook_events: {
    needs: ['gateway', 'event_id'],
    of: (row) => `${row.gateway} ${row.event_id}`,
    columns: { raw_sealed: 'webhook' },
  },
  extension_disclosures: byColumn({ text_sealed: 'extension text' }, 'extension_id'),
  plan_disclosures: byColumn({ text_sealed: 'plan text' }, 'promise_id'),
  collection_calls: byColumn({ note_sealed: 'call note' }),
  complaints: byColumn({ details_sealed: 'complaint' }),
  complaint_turns: byColumn({ words_sealed: 'complaint turn' }),
  feedback: byColumn({ comment_sealed: 'feedback' }),
  feedback_answers: byColumn({ text_sealed: 'feedback answer' }, 'feedback_id'),
  messages: byColumn({
    to_sealed: 'message phone',
    title_sealed: 'message title',
    text_sealed: 'message',
  }),
  push_subscriptions: {
    needs: ['borrower_id', 'device_id'],
    of: (row) => `${row.borrower_id} ${row.device_id}`,
    columns: { subscription_sealed: 'push' },
  },
  data_requests: byColumn({ text_sealed: 'data request', answer_sealed: 'data request answer' }),
  corrections: byColumn({ value_sealed: 'correction', previous_sealed: 'corrected' }),
};

/** The folders of files; each file is bound to its name. */
export const sealedFolders: Readonly<Record<FileFolder, Purpose>> = {
  pictures: 'picture',
  receipts: 'receipt picture',
  recoveries: 'recovery picture',
};
