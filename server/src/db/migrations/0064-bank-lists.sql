-- A gateway's own lists of the banks and wallets it pays, as they were imported (`ops bank import`): each a version, none ever changed. The newest of a
-- gateway is in force.

create table bank_lists (
  version bigint generated always as identity primary key,
  gateway text not null,
  -- The day of the gateway's list.
  dated date not null,
  -- SHA-256 of the file.
  sha256 bytea not null check (length(sha256) = 32),
  imported_at timestamptz not null,
  imported_by text not null
);
create index bank_lists_of_gateway on bank_lists (gateway, version desc);

create table bank_list_entries (
  version bigint not null references bank_lists,
  position integer not null check (position > 0),
  -- All as the gateway writes it.
  name text not null,
  instapay_code text,
  instapay_maximum_centavos bigint check (instapay_maximum_centavos > 0),
  pesonet_code text,
  pesonet_maximum_centavos bigint check (pesonet_maximum_centavos > 0),
  -- Our bank or wallet that it is; null for one that we do not offer.
  provider_id text,
  primary key (version, position),
  unique (version, provider_id),
  check (instapay_code is not null or pesonet_code is not null),
  check (instapay_maximum_centavos is null or instapay_code is not null),
  check (pesonet_maximum_centavos is null or pesonet_code is not null)
);

create trigger bank_lists_stay before update or delete on bank_lists for each row execute function refuse_change();
create trigger bank_list_entries_stay before update or delete on bank_list_entries for each row execute function refuse_change();
grant select, insert on bank_lists, bank_list_entries to sandali_app;

-- The code by which the receiving bank was known when the order was sent, the same however often it is sent again.
alter table payouts add column bank_code text check (bank_code is null or state <> 'ready');
create function payout_keeps_its_code() returns trigger language plpgsql as $$
begin
  raise exception 'a payout keeps the code it was sent with' using errcode = 'restrict_violation';
end $$;
create trigger payouts_code before update of bank_code on payouts for each row
  when (old.state <> 'ready' and new.bank_code is distinct from old.bank_code) execute function payout_keeps_its_code();
