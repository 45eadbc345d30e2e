-- The highest step of the alarm that an answer has not come by its time; 0 where none was raised.
alter table credit_reviews add column alarm_step integer not null default 0 check (alarm_step >= 0);
