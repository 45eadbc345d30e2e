-- What borrowers say of the offer (spec §3, advice). A comment is free text and may name people: it is sealed.

create table feedback (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- 1 quota too low, 2 term too short, 3 interest too high, 6 others.
  type integer not null check (type in (1, 2, 3, 6)),
  wanted_centavos bigint check (wanted_centavos between 100000 and 5000000),
  wanted_term_days integer check (wanted_term_days between 7 and 30),
  comment_sealed bytea,
  sent_at timestamptz not null,
  check ((type = 1) = (wanted_centavos is not null)),
  check ((type = 2) = (wanted_term_days is not null)),
  check ((type = 6) = (comment_sealed is not null))
);
create index feedback_of_borrower on feedback (borrower_id, sent_at desc);
create trigger feedback_stays before update or delete on feedback for each row execute function refuse_change();

-- When a borrower last closed the dialog without sending, in business time.
create table feedback_closings (
  borrower_id uuid primary key references borrowers,
  closed_at timestamptz not null
);

create index quotes_of_borrower on quotes (borrower_id, made_at desc);

grant select, insert on feedback to sandali_app;
grant select, insert, update on feedback_closings to sandali_app;
