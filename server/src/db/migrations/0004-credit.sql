-- Applications for credit, the pictures that belong to them, decisions, and the line a decision opens.
-- What a person tells about themselves is sealed as one piece a step; only what rules must search stands beside it as a keyed hash.

create table pictures (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  purpose text not null check (purpose in ('idFront', 'selfie')),
  file_name text not null unique,
  content_hash bytea not null,
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  uploaded_at timestamptz not null,
  deleted_at timestamptz
);
create index pictures_of_borrower on pictures (borrower_id, uploaded_at);
create index pictures_by_content on pictures (content_hash);

create table credit_applications (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  number integer not null check (number >= 1),
  personal_sealed bytea,
  contacts_sealed bytea,
  work_sealed bytea,
  identity_sealed bytea,
  id_number_hash bytea,
  device_id text,
  front_picture_id uuid references pictures,
  selfie_picture_id uuid references pictures,
  started_at timestamptz not null,
  submitted_at timestamptz,
  -- When the review may look at it: at once within service hours, else at 08:00.
  review_from timestamptz,
  -- By when the borrower was told to expect the answer.
  answer_by timestamptz,
  unique (borrower_id, number),
  check (submitted_at is null or (personal_sealed is not null and contacts_sealed is not null and work_sealed is not null
    and identity_sealed is not null and id_number_hash is not null and front_picture_id is not null
    and selfie_picture_id is not null and review_from is not null and answer_by is not null))
);
create index credit_applications_by_id_number on credit_applications (id_number_hash) where submitted_at is not null;
-- One application at a time is being filled in.
create unique index credit_applications_open on credit_applications (borrower_id) where submitted_at is null;

create table credit_decisions (
  id uuid primary key,
  application_id uuid not null references credit_applications,
  number integer not null check (number >= 1),
  outcome text not null check (outcome in ('approved', 'rejected', 'manual')),
  limit_centavos bigint check (limit_centavos > 0),
  reason_group text,
  resubmit_on date,
  rules_version text not null,
  inputs_hash bytea not null,
  rules_fired jsonb not null,
  decided_at timestamptz not null,
  decided_by text not null,
  unique (application_id, number),
  check ((outcome = 'approved') = (limit_centavos is not null)),
  check ((outcome = 'rejected') = (resubmit_on is not null))
);
-- An application is finally decided once; 'manual' only hands it on.
create unique index credit_decisions_final on credit_decisions (application_id) where outcome <> 'manual';
create trigger credit_decisions_stay before update or delete on credit_decisions for each row execute function refuse_change();

create table credit_lines (
  borrower_id uuid primary key references borrowers,
  limit_centavos bigint not null check (limit_centavos >= 0),
  used_centavos bigint not null default 0 check (used_centavos >= 0),
  held_centavos bigint not null default 0 check (held_centavos >= 0),
  opened_at timestamptz not null,
  -- Principal out and principal asked for never pass the line, whatever the program does.
  check (used_centavos + held_centavos <= limit_centavos)
);

-- Submitted applications that wait for the review, claimed with a lease.
create table credit_reviews (
  application_id uuid primary key references credit_applications,
  due_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0
);
create index credit_reviews_due on credit_reviews (due_at);

grant select, insert, update on pictures, credit_applications, credit_lines to sandali_app;
grant select, insert on credit_decisions to sandali_app;
grant select, insert, update, delete on credit_reviews to sandali_app;
