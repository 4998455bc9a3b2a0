-- Whether an export contains subjects with the status DELETED. Null where an earlier release recorded it: those exports contain them.

alter table export add column deleted boolean;
comment on column export.deleted is 'Whether it contains deleted subjects; null where an earlier release recorded it, which included them.';
