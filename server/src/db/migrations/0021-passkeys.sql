-- Passkeys (WebAuthn): the public half of a key that a borrower's device holds. `counter` is what the device last said of how often it was used;
-- most say 0 for ever, and a device that counts never counts back: a smaller number is a copy. All instants are real time.
create table passkeys (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null,
  is_backed_up boolean not null,
  browser text not null check (browser in ('app', 'chrome', 'edge', 'facebook', 'firefox', 'opera', 'safari', 'samsung', 'other')),
  system text not null check (system in ('android', 'chromeos', 'ios', 'linux', 'mac', 'windows', 'other')),
  added_at timestamptz not null,
  last_used_at timestamptz check (last_used_at >= added_at),
  removed_at timestamptz check (removed_at >= added_at)
);
create index passkeys_of_borrower on passkeys (borrower_id) where removed_at is null;

create function passkeys_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (select count(*) from passkeys where borrower_id = new.borrower_id and removed_at is null) >= 10 then
      raise exception 'a borrower keeps at most ten passkeys';
    end if;
    return new;
  end if;
  if old.removed_at is not null then
    raise exception 'a passkey that was removed stays as it is';
  end if;
  if (new.id, new.borrower_id, new.credential_id, new.public_key, new.added_at)
     is distinct from (old.id, old.borrower_id, old.credential_id, old.public_key, old.added_at) then
    raise exception 'a passkey stays the same key of the same borrower';
  end if;
  if new.counter < old.counter then
    raise exception 'a passkey never counts back';
  end if;
  return new;
end $$;
create trigger passkeys_guard before insert or update on passkeys for each row execute function passkeys_guard();

-- What a passkey is asked to sign: 32 random bytes, good once, on one device, for one purpose, and where somebody is logged in for them alone.
-- `about_hash` binds an answer to what it allows: the keyed hash of an account number.
create table passkey_challenges (
  id uuid primary key,
  challenge bytea not null check (octet_length(challenge) = 32),
  purpose text not null check (purpose in ('add', 'newDevice', 'bankAccount')),
  device_id text not null,
  borrower_id uuid references borrowers,
  about_hash bytea,
  ends_at timestamptz not null,
  used_at timestamptz,
  check ((borrower_id is null) = (purpose = 'newDevice')),
  check ((about_hash is not null) = (purpose = 'bankAccount'))
);
create index passkey_challenges_by_end on passkey_challenges (ends_at);

grant select, insert, update on passkeys to sandali_app;
grant select, insert, update, delete on passkey_challenges to sandali_app;
