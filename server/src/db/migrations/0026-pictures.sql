-- What a phone measured on a picture before it was sent, and a picture that goes into one application only.

alter table pictures
  -- 0 is sharp and without glare, 1 is neither; null where it came from a phone that measured nothing.
  add column blur double precision check (blur between 0 and 1),
  add column glare double precision check (glare between 0 and 1),
  add constraint pictures_measured check ((blur is null) = (glare is null));

create unique index credit_applications_by_front_picture on credit_applications (front_picture_id);
create unique index credit_applications_by_selfie_picture on credit_applications (selfie_picture_id);
