-- What a borrower agreed to, word for word.

-- The language of a price is that of the statement which is signed for it.
alter table quotes add column locale text not null default 'en';
alter table quotes alter column locale drop default;

-- The text of a signature: the JSON of disclosure statement and loan agreement, sealed (it names the borrower). docs/decisions/0013.
create table signed_texts (
  loan_id uuid primary key references loans,
  borrower_id uuid not null references borrowers,
  -- SHA-256 of the text; the loan has the same.
  hash bytea not null check (octet_length(hash) = 32),
  text_sealed bytea not null
);
create index signed_texts_of_borrower on signed_texts (borrower_id);
create trigger signed_texts_stay before update or delete on signed_texts for each row execute function refuse_change();
create trigger signed_texts_stay_whole before truncate on signed_texts for each statement execute function refuse_change();

create function signed_texts_are_their_loans() returns trigger language plpgsql as $$
begin
  if not exists (select from loans l where l.id = new.loan_id and l.borrower_id = new.borrower_id and l.disclosure_hash = new.hash) then
    raise exception 'a signed text is the one its loan was signed by' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger signed_texts_are_their_loans before insert on signed_texts for each row execute function signed_texts_are_their_loans();

-- No loan without the text that was agreed to.
create function loans_have_their_text() returns trigger language plpgsql as $$
begin
  if not exists (select from signed_texts t where t.loan_id = new.id) then
    raise exception 'a loan has the text it was signed by' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger loans_have_their_text after insert on loans deferrable initially deferred
  for each row execute function loans_have_their_text();

-- What was signed is not signed again with another text, in another session or language.
create function signatures_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what a loan was signed by never changes' using errcode = 'restrict_violation';
end $$;
create trigger loans_keep_their_signature before update on loans for each row
  when ((old.disclosure_hash, old.disclosure_version, old.agreement_locale, old.agreement_session_hash, old.signed_at)
    is distinct from (new.disclosure_hash, new.disclosure_version, new.agreement_locale, new.agreement_session_hash, new.signed_at))
  execute function signatures_stay();

grant select, insert on signed_texts to sandali_app;
