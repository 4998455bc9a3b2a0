-- A copy of the records as PostGraphile expects them: its own schema with keys, indexes and row-level security by site.
create role baseline_server login;
create role baseline_user nologin;
grant baseline_user to baseline_server;
grant connect on database casebook to baseline_server;
create schema baseline;
grant usage on schema baseline to baseline_server, baseline_user;

do $$
declare
  t text;
begin
  foreach t in array array['site', 'device', 'study', 'form_type', 'activity_type', 'subject', 'subject_device', 'form',
    'activity', 'reference_data', 'person'] loop
    execute format('create table baseline.%1$I (like public.%1$I including all)', t);
    execute format('insert into baseline.%1$I select * from public.%1$I', t);
    execute format('grant select, insert, update, delete on baseline.%I to baseline_user', t);
    execute format('alter table baseline.%I enable row level security', t);
    if t <> 'person' then
      execute format('create policy own_sites on baseline.%I to baseline_user using (siteid = any((select string_to_array(current_setting(''jwt.claims.sites'', true), '',''))::text[]))', t);
    end if;
  end loop;
end $$;
-- A baseline has no visits: a subject has one form and one activity of each type.
alter table baseline.form drop column visitid, drop column occurrence;
alter table baseline.activity drop column visitid, drop column occurrence;
alter table baseline.reference_data drop column visitid, drop column occurrence;
do $$
declare
  t record;
begin
  for t in select conrelid::regclass as name, conname from pg_constraint
    where contype = 'u' and conrelid in ('baseline.form'::regclass, 'baseline.activity'::regclass)
  loop
    execute format('alter table %s drop constraint %I', t.name, t.conname);
  end loop;
end $$;
alter table baseline.form add primary key (subjectid, formtypeid, siteid);
alter table baseline.activity add primary key (subjectid, activitytypeid, siteid);
create policy oneself on baseline.person to baseline_user using (personid = (select current_setting('jwt.claims.personid', true)));

alter table baseline.study add foreign key (siteid) references baseline.site;
alter table baseline.form_type add foreign key (studyid, siteid) references baseline.study;
alter table baseline.activity_type add foreign key (studyid, siteid) references baseline.study;
alter table baseline.subject add foreign key (studyid, siteid) references baseline.study;
alter table baseline.subject_device add foreign key (subjectid, siteid) references baseline.subject;
alter table baseline.subject_device add foreign key (deviceuid, siteid) references baseline.device;
alter table baseline.form add foreign key (subjectid, siteid) references baseline.subject;
alter table baseline.form add foreign key (formtypeid, siteid) references baseline.form_type;
alter table baseline.activity add foreign key (subjectid, siteid) references baseline.subject;
alter table baseline.activity add foreign key (activitytypeid, siteid) references baseline.activity_type;
alter table baseline.reference_data add foreign key (subjectid, activitytypeid, siteid) references baseline.activity;
create index on baseline.form (formtypeid);
create index on baseline.subject (studyid, siteid);
create index on baseline.reference_data (subjectid, activitytypeid, siteid);
