-- A person looks again at what was refused: another application with the same pictures, which names the one it repeats.

alter table credit_applications add column again_of uuid unique references credit_applications;

-- Anything else still goes into one application only.
drop index credit_applications_by_front_picture;
drop index credit_applications_by_selfie_picture;
create unique index credit_applications_once_front_picture on credit_applications (front_picture_id) where again_of is null;
create unique index credit_applications_once_selfie_picture on credit_applications (selfie_picture_id) where again_of is null;
create index credit_applications_by_front_picture on credit_applications (front_picture_id);
create index credit_applications_by_selfie_picture on credit_applications (selfie_picture_id);

create function applications_repeat_their_own() returns trigger language plpgsql as $$
begin
  if not exists (select from credit_applications a where a.id = new.again_of and a.borrower_id = new.borrower_id
    and a.front_picture_id is not distinct from coalesce(new.front_picture_id, a.front_picture_id)
    and a.selfie_picture_id is not distinct from coalesce(new.selfie_picture_id, a.selfie_picture_id)) then
    raise exception 'an application that is looked at again has the pictures of the one it repeats' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger applications_repeat_their_own before insert or update of again_of, front_picture_id, selfie_picture_id on credit_applications
  for each row when (new.again_of is not null and new.erased_at is null) execute function applications_repeat_their_own();
