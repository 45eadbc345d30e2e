-- What belongs to a person is found without a look at everybody's: their screens ask for it, the review does, and the erasing of an account.

create index bills_of_borrower on bills (borrower_id);
create index payouts_of_borrower on payouts (borrower_id, ordered_at);
create index receipts_of_borrower on receipts (borrower_id) where borrower_id is not null;
create index ledger_entries_of_borrower on ledger_entries (borrower_id) where borrower_id is not null;
create index sms_challenges_of_borrower on sms_challenges (borrower_id) where borrower_id is not null;
create index refusal_reasons_of_borrower on refusal_reasons (borrower_id, told_at);
create index disputes_of_decision on disputes (decision_id, asked_at desc);
create index review_proposals_of_application on review_proposals (application_id);

-- What is removed is asked for as well: a person's own copy shows it, and the erasing takes it.
drop index passkeys_of_borrower;
create index passkeys_of_borrower on passkeys (borrower_id);
drop index payout_accounts_of_borrower;
create index payout_accounts_of_borrower on payout_accounts (borrower_id);

-- A row that goes is looked for wherever it may be named.
create index quotes_to_account on quotes (account_id);
create index quotes_with_voucher on quotes (voucher_id) where voucher_id is not null;
create index loans_to_account on loans (account_id);
