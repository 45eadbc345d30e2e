-- A permanent code belongs to a person: one a channel and gateway, for good.

create unique index repayment_codes_permanent on repayment_codes (borrower_id, channel, gateway) where loan_id is null and refused_at is null;
alter table repayment_codes add constraint repayment_codes_permanent_has_no_end check (loan_id is not null or (ends_at is null and replaced_at is null));
