-- The history is partitioned by range of its number, in three steps. The table that is there becomes the first partition as it is,
-- however large: nothing is copied, and nobody waits longer than for a look at the catalogue.
-- First: it promises where it ends. New rows are held to that from now on, the old ones are not looked at yet.

do $$
declare
  size constant bigint := 50000000;
  bound bigint;
begin
  -- At least a fifth of a partition is free when the next step begins.
  select (floor((coalesce(max(historyid), 0) + size / 5)::numeric / size) + 1) * size into bound from history;
  execute format('alter table history add constraint history_bound check (historyid < %s) not valid', bound);
end $$;
