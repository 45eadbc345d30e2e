-- The highest limit that the borrower's income carried when the limit was last set; null where it was set before this was asked. What a limit is raised
-- to stays within it, whatever the program asks.
alter table credit_lines add column affordable_centavos bigint check (affordable_centavos >= 0);
alter table credit_lines add constraint credit_lines_affordable check (affordable_centavos is null or limit_centavos <= affordable_centavos);
