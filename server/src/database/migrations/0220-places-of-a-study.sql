-- A study has its own places on the body beside arm and chest. An earlier release goes on writing ARM and CHEST.

alter table study add column places text[] not null default '{arm,chest}'
  constraint study_places_check check (cardinality(places) between 1 and 50);
comment on column study.places is 'Where devices are worn on the body, in the order in which they are offered.';

create or replace view current_study as
  select study.* from study join current_site using (siteid) where study.removed_at is null;

alter table subject_device add column body_place text
  constraint subject_device_body_place_check check (octet_length(body_place) between 1 and 2000);
comment on column subject_device.body_place is 'The study''s word for where it is worn. Null for ARM and CHEST, whose words are arm and chest.';
alter table subject_device drop constraint subject_device_position_check;
alter table subject_device add constraint subject_device_position_check
  check (position in ('ARM', 'CHEST') and body_place is null or position = 'OTHER' and body_place is not null);
