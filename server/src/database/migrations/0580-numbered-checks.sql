-- Each check of a file that is imported in the background has a number, so that starting it can say which one was read.

alter table import_job add column checks integer not null default 0 constraint import_job_checks_check check (checks >= 0);
comment on column import_job.checks is 'How often the file was checked, or let be checked; outcome is that of the last check.';
