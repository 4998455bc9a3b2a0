-- Finds who fetched an export, or was refused it.

create index export_access_exportid_idx on export_access (exportid) where exportid is not null;
