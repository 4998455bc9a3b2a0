-- Reading the feed of a study takes data out: it is recorded like the export of a record.

alter table export_access drop constraint export_access_what_check;
alter table export_access add constraint export_access_what_check check (what in ('LINK', 'RECORD', 'FEED', 'REFUSED'));
