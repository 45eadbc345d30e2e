-- What was agreed stays, whoever writes here: the whole of a loan but its state, whose a bill is, and what a payment code was asked for.

drop trigger loans_keep_their_signature on loans;
create trigger loans_keep_what_was_agreed before update on loans for each row
  when ((old.id, old.borrower_id, old.quote_id, old.reference_no, old.principal_centavos, old.term_days, old.channel, old.interest_centavos,
      old.interest_coupon_centavos, old.service_fee_centavos, old.channel_fee_centavos, old.interest_per_day_bps, old.late_charge_per_month_bps,
      old.service_fee_bps, old.arrival_centavos, old.account_id, old.receiver_label, old.receiver_last4, old.receiver_mark, old.disclosure_hash,
      old.disclosure_version, old.agreement_locale, old.agreement_session_hash, old.legal_rule, old.signed_at)
    is distinct from (new.id, new.borrower_id, new.quote_id, new.reference_no, new.principal_centavos, new.term_days, new.channel,
      new.interest_centavos, new.interest_coupon_centavos, new.service_fee_centavos, new.channel_fee_centavos, new.interest_per_day_bps,
      new.late_charge_per_month_bps, new.service_fee_bps, new.arrival_centavos, new.account_id, new.receiver_label, new.receiver_last4,
      new.receiver_mark, new.disclosure_hash, new.disclosure_version, new.agreement_locale, new.agreement_session_hash, new.legal_rule,
      new.signed_at))
  execute function signatures_stay();

create function bills_stay_whose_they_are() returns trigger language plpgsql as $$
begin
  raise exception 'a bill stays whose it is' using errcode = 'restrict_violation';
end $$;
create trigger bills_stay_whose_they_are before update on bills for each row
  when ((old.loan_id, old.borrower_id) is distinct from (new.loan_id, new.borrower_id)) execute function bills_stay_whose_they_are();

-- Money goes where its code says: a code is never pointed at another person, bill or amount, and once the gateway gave it, it stays the same.
create function repayment_codes_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a code is for what it was asked for' using errcode = 'restrict_violation';
end $$;
create trigger repayment_codes_stay before update on repayment_codes for each row
  when ((old.id, old.borrower_id, old.loan_id, old.purpose, old.channel, old.amount_centavos)
      is distinct from (new.id, new.borrower_id, new.loan_id, new.purpose, new.channel, new.amount_centavos)
    or (old.given_at is not null and (old.given_at, old.code, old.gateway_id) is distinct from (new.given_at, new.code, new.gateway_id)))
  execute function repayment_codes_stay();
