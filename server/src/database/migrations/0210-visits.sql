-- The schedule of a study, and what became of each visit of a subject. A study without visits has no row here.

create table visit (
  visitid text not null constraint visit_visitid_check check (visitid ~ '^[A-Za-z0-9_-]{1,64}$'),
  siteid text not null,
  studyid text not null,
  place integer not null,
  name text not null constraint visit_name_check check (octet_length(name) between 1 and 2000),
  name_key text not null,
  day integer,
  days_before integer not null default 0 constraint visit_days_before_check check (days_before >= 0),
  days_after integer not null default 0 constraint visit_days_after_check check (days_after >= 0),
  repeats boolean not null default false,
  formtypeids text[] not null,
  activitytypeids text[] not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint visit_pkey primary key (visitid, siteid),
  constraint visit_study_fkey foreign key (studyid, siteid) references study (studyid, siteid),
  -- Two visits may exchange their names.
  constraint visit_name_key unique (studyid, siteid, name_key) deferrable initially deferred
);
comment on column visit.place is 'Where it stands in the schedule, from 0.';
comment on column visit.day is 'Days after the subject''s day zero. Null: unscheduled.';
create trigger visit_history after insert or update or delete on visit
  for each row execute function record_history('visitid');
create trigger visit_version before update on visit
  for each row execute function bump_version();

create table subject_visit (
  subjectid text not null,
  visitid text not null,
  occurrence integer not null constraint subject_visit_occurrence_check check (occurrence >= 1),
  siteid text not null,
  studyid text not null,
  state text not null constraint subject_visit_state_check check (state in ('PLANNED', 'BEGUN', 'DONE', 'MISSED')),
  date text constraint subject_visit_date_check check (date ~ '^\d{4}-\d\d-\d\d$'),
  reason text constraint subject_visit_reason_check check (octet_length(reason) between 1 and 50000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint subject_visit_pkey primary key (subjectid, visitid, occurrence, siteid),
  constraint subject_visit_subject_fkey foreign key (subjectid, siteid) references subject (subjectid, siteid),
  constraint subject_visit_visit_fkey foreign key (visitid, siteid) references visit (visitid, siteid),
  constraint subject_visit_missed_check check (state <> 'MISSED' or reason is not null)
);
comment on column subject_visit.date is 'The day of the visit itself, yyyy-MM-dd.';
create index subject_visit_studyid_idx on subject_visit (studyid, subjectid);
create index subject_visit_visitid_idx on subject_visit (visitid, siteid);
create trigger subject_visit_history after insert or update or delete on subject_visit
  for each row execute function record_history('visitid');
create trigger subject_visit_version before update on subject_visit
  for each row execute function bump_version();

grant select, insert, update, delete on visit, subject_visit to casebook_runtime;
