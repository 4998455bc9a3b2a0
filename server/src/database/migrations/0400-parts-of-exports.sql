-- What an export contains only where it is asked for.

alter table export
  add column bids boolean not null default false,
  add column parquet boolean not null default false;
comment on column export.bids is 'Whether it contains recordings of motion as Motion-BIDS.';
comment on column export.parquet is 'Whether it contains the tables as Parquet.';
