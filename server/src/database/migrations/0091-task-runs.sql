-- When backups and checks last ran, so that the metrics of any server say how old the newest backup is.
create table task_run (
  task text not null constraint task_run_pkey primary key,
  ran_at timestamptz not null,
  succeeded_at timestamptz,
  release text not null
);
comment on column task_run.succeeded_at is 'The last time without a fault; stays when a later run finds one.';
grant select on task_run to casebook_runtime;
