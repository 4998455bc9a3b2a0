-- Whom the codes of de-identified exports stand for is taken out by a command: it is recorded like the export of a record.

alter table export_access drop constraint export_access_what_check;
alter table export_access add constraint export_access_what_check check (what in ('LINK', 'RECORD', 'FEED', 'CODES', 'REFUSED'));
