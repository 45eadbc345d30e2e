-- Which advertisement brought a borrower, told at sign-up by a native shell in which they have agreed to that (docs/protocol.md): sealed, one row at
-- most for each, gone when they take their agreement back.
create table attributions (
  borrower_id uuid primary key references borrowers,
  told_sealed bytea not null,
  consented_at timestamptz not null
);

grant select, insert, delete on attributions to sandali_app;
