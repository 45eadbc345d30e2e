-- An extension renews credit: its borrower reads and accepts a disclosure statement of its own (RA 3765; docs/decisions/0033).

-- The text that an offer was taken by: the JSON of its statement, sealed (it names the borrower).
create table extension_texts (
  extension_id uuid primary key references extensions,
  borrower_id uuid not null references borrowers,
  -- SHA-256 of the text, which came with the acceptance.
  hash bytea not null check (octet_length(hash) = 32),
  text_sealed bytea not null,
  -- A keyless hash of what the session is found by.
  session_hash bytea not null check (octet_length(session_hash) = 32),
  accepted_at timestamptz not null
);
create index extension_texts_of_borrower on extension_texts (borrower_id);
create trigger extension_texts_stay before update or delete on extension_texts for each row execute function refuse_change();
create trigger extension_texts_stay_whole before truncate on extension_texts for each statement execute function refuse_change();

create function extension_texts_are_their_borrowers() returns trigger language plpgsql as $$
begin
  if not exists (select from extensions e where e.id = new.extension_id and e.borrower_id = new.borrower_id and e.state = 'feeDue') then
    raise exception 'the text of an extension is accepted by its borrower with the offer' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger extension_texts_are_their_borrowers before insert on extension_texts for each row execute function extension_texts_are_their_borrowers();

-- No extension without the statement that was accepted.
create function extensions_have_their_text() returns trigger language plpgsql as $$
begin
  if not exists (select from extension_texts t where t.extension_id = new.id) then
    raise exception 'an extension has the statement it was accepted by' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger extensions_have_their_text after insert on extensions deferrable initially deferred
  for each row execute function extensions_have_their_text();

grant select, insert on extension_texts to sandali_app;
