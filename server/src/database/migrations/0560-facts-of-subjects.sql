-- What a subject has and lacks is kept in a row of its own, so that lists and figures of a study need not count it each time.

create table subject_facts (
  subjectid text not null,
  siteid text not null,
  studyid text not null,
  basis text not null,
  forms_done integer not null,
  forms_more integer not null,
  activities_recorded integer not null,
  activities_done integer not null,
  activities_more integer not null,
  files_uploaded integer not null,
  files_pending integer not null,
  files_failed integer not null,
  files_done integer not null,
  files_more integer not null,
  warnings integer not null,
  visits_done integer not null,
  visits_more integer not null,
  cells text,
  zone text not null,
  day_zero text,
  visits text not null,
  deviations integer not null,
  unexplained integer not null,
  constraint subject_facts_pkey primary key (subjectid, siteid),
  constraint subject_facts_subject_fkey foreign key (subjectid, siteid) references subject (subjectid, siteid) on delete cascade
);
comment on table subject_facts is 'What each subject has and lacks. No history: it follows from the records. A row counts unless outdated_facts names it or its basis is another one.';
comment on column subject_facts.basis is 'What it was counted by: the types and the schedule of the study, as a hash.';
comment on column subject_facts.cells is 'The letters of forms and activities; null if there are none.';
comment on column subject_facts.zone is 'The time zone of day_zero, visits, deviations and unexplained.';
comment on column subject_facts.visits is 'A letter for each visit of the schedule, from which its state on any day follows.';
create index subject_facts_studyid_idx on subject_facts (studyid, basis);

create table outdated_facts (
  noteid uuid not null default gen_random_uuid(),
  siteid text not null,
  studyid text not null,
  subjectid text not null default '',
  constraint outdated_facts_pkey primary key (noteid)
);
comment on table outdated_facts is 'Subjects whose facts are to be counted anew. No history: it is of the moment. Each change adds a row, and only who counted what it changed deletes it.';
comment on column outdated_facts.subjectid is 'Empty: those of the study whose basis is another one.';
create index outdated_facts_studyid_idx on outdated_facts (studyid, subjectid);

grant select, insert, update, delete on subject_facts, outdated_facts to casebook_runtime;

-- The first argument says whose row it is: that of a subject, or of a study.
create function note_outdated_facts() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_argv[0] = 'subject' then
    insert into outdated_facts (siteid, studyid, subjectid) values (changed.siteid, changed.studyid, changed.subjectid);
  else
    insert into outdated_facts (siteid, studyid) values (changed.siteid, changed.studyid);
  end if;
  return null;
end $$;

create trigger subject_facts after insert on subject for each row execute function note_outdated_facts('subject');
do $$
declare
  t record;
begin
  for t in select * from (values ('form', 'subject'), ('activity', 'subject'), ('running_activity', 'subject'), ('reference_data', 'subject'),
    ('subject_visit', 'subject'), ('form_type', 'study'), ('activity_type', 'study'), ('visit', 'study')) as listed (name, owner)
  loop
    execute format('create trigger %I after insert or update or delete on %I for each row execute function note_outdated_facts(%L)',
      t.name || '_facts', t.name, t.owner);
  end loop;
end $$;
