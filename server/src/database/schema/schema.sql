-- The schema as the migrations make it, written by 'npm run schema'. Read it; don't edit it.

create table access_token (
  tokenid text not null,
  personid text not null,
  name text not null,
  prefix text not null,
  token_hash text not null,
  scopes text[] not null,
  studies text[],
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint access_token_pkey PRIMARY KEY (tokenid),
  constraint access_token_token_hash_key UNIQUE (token_hash),
  constraint access_token_person_fkey FOREIGN KEY (personid) REFERENCES person(personid),
  constraint access_token_expires_at_check CHECK ((expires_at <= (created_at +
CASE
    WHEN (scopes = '{calendar}'::text[]) THEN '366 days'::interval
    ELSE '91 days'::interval
END))),
  constraint access_token_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint access_token_scopes_check CHECK ((((scopes <@ '{read,write,export}'::text[]) AND (cardinality(scopes) > 0)) OR ((scopes = '{calendar}'::text[]) AND (cardinality(studies) = 1)))),
  constraint access_token_studies_check CHECK ((cardinality(studies) > 0))
);
comment on column access_token.token_hash is 'SHA-256 of the token, lowercase hex; the token itself has 238 random bits.';
comment on column access_token.studies is 'The studyids it is confined to; null for all that its owner sees.';
CREATE INDEX access_token_personid_idx ON public.access_token USING btree (personid);
CREATE TRIGGER access_token_history AFTER INSERT OR DELETE OR UPDATE ON public.access_token FOR EACH ROW EXECUTE FUNCTION record_history('tokenid');

create table access_token_use (
  tokenid text not null,
  last_used_at timestamp with time zone default now() not null,
  address text,
  constraint access_token_use_pkey PRIMARY KEY (tokenid),
  constraint access_token_use_token_fkey FOREIGN KEY (tokenid) REFERENCES access_token(tokenid) ON DELETE CASCADE
);

create table activity (
  subjectid text not null,
  activitytypeid text not null,
  siteid text not null,
  studyid text not null,
  start_time bigint not null,
  stop_time bigint not null,
  comment text,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  began_at timestamp with time zone default now(),
  visitid text default ''::text not null,
  occurrence integer default 1 not null,
  label text,
  constraint activity_pkey PRIMARY KEY (subjectid, activitytypeid, siteid, visitid, occurrence),
  constraint activity_once_key UNIQUE (subjectid, activitytypeid, siteid),
  constraint activity_activitytype_fkey FOREIGN KEY (activitytypeid, siteid) REFERENCES activity_type(activitytypeid, siteid),
  constraint activity_subject_fkey FOREIGN KEY (subjectid, siteid) REFERENCES subject(subjectid, siteid),
  constraint activity_comment_check CHECK ((comment <> ''::text)),
  constraint activity_label_check CHECK (((octet_length(label) >= 1) AND (octet_length(label) <= 2000))),
  constraint activity_occurrence_check CHECK ((occurrence >= 1)),
  constraint activity_times_check CHECK ((stop_time > start_time))
);
comment on column activity.start_time is 'Whole seconds since 1970-01-01T00:00:00Z.';
comment on column activity.began_at is 'Since when this row is this activity: when it was added, or added anew after the former one was removed.';
comment on column activity.visitid is 'The visit it belongs to; empty if none.';
comment on column activity.occurrence is 'Of this subject, type and visit: 1, 2, 3 …';
comment on column activity.label is 'What tells it from the others of its type, in a few words. Null if nobody said.';
CREATE INDEX activity_studyid_idx ON public.activity USING btree (studyid, subjectid) WHERE (removed_at IS NULL);
CREATE TRIGGER activity_ends_running AFTER INSERT OR UPDATE OF removed_at ON public.activity FOR EACH ROW WHEN ((new.removed_at IS NULL)) EXECUTE FUNCTION end_running_activity();
CREATE TRIGGER activity_facts AFTER INSERT OR DELETE OR UPDATE ON public.activity FOR EACH ROW EXECUTE FUNCTION note_outdated_facts('subject');
CREATE TRIGGER activity_history AFTER INSERT OR DELETE OR UPDATE ON public.activity FOR EACH ROW EXECUTE FUNCTION record_history('activitytypeid');
CREATE TRIGGER activity_measures AFTER UPDATE OF start_time, stop_time ON public.activity FOR EACH ROW WHEN (((old.start_time <> new.start_time) OR (old.stop_time <> new.stop_time))) EXECUTE FUNCTION ask_for_measures();
CREATE TRIGGER activity_version BEFORE UPDATE ON public.activity FOR EACH ROW EXECUTE FUNCTION bump_version();

create table activity_type (
  activitytypeid text not null,
  siteid text not null,
  studyid text not null,
  description text not null,
  description_key text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  repeats boolean default false not null,
  constraint activity_type_pkey PRIMARY KEY (activitytypeid, siteid),
  constraint activity_type_study_fkey FOREIGN KEY (studyid, siteid) REFERENCES study(studyid, siteid),
  constraint activity_type_activitytypeid_check CHECK ((activitytypeid ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint activity_type_description_check CHECK (((octet_length(description) >= 1) AND (octet_length(description) <= 2000)))
);
CREATE UNIQUE INDEX activity_type_description_key ON public.activity_type USING btree (studyid, siteid, description_key) WHERE (removed_at IS NULL);
CREATE TRIGGER activity_type_facts AFTER INSERT OR DELETE OR UPDATE ON public.activity_type FOR EACH ROW EXECUTE FUNCTION note_outdated_facts('study');
CREATE TRIGGER activity_type_history AFTER INSERT OR DELETE OR UPDATE ON public.activity_type FOR EACH ROW EXECUTE FUNCTION record_history('activitytypeid');
CREATE TRIGGER activity_type_version BEFORE UPDATE ON public.activity_type FOR EACH ROW EXECUTE FUNCTION bump_version();

create table device (
  deviceuid text not null,
  siteid text not null,
  deviceid text not null,
  hw_id text,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint device_pkey PRIMARY KEY (deviceuid, siteid),
  constraint device_site_fkey FOREIGN KEY (siteid) REFERENCES site(siteid),
  constraint device_deviceid_check CHECK ((deviceid ~ '^[A-Z0-9]{1,40}$'::text)),
  constraint device_hw_id_check CHECK (((octet_length(hw_id) >= 1) AND (octet_length(hw_id) <= 2000)))
);
CREATE UNIQUE INDEX device_deviceid_key ON public.device USING btree (siteid, deviceid) WHERE (removed_at IS NULL);
CREATE TRIGGER device_history AFTER INSERT OR DELETE OR UPDATE ON public.device FOR EACH ROW EXECUTE FUNCTION record_history('deviceid');
CREATE TRIGGER device_version BEFORE UPDATE ON public.device FOR EACH ROW EXECUTE FUNCTION bump_version();

create table email_code (
  personid text not null,
  email text not null,
  code_mac text not null,
  tries integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint email_code_pkey PRIMARY KEY (personid),
  constraint email_code_person_fkey FOREIGN KEY (personid) REFERENCES person(personid) ON DELETE CASCADE
);
comment on table email_code is 'The one code of a person that counts; a new one replaces it.';

create table export (
  exportid text not null,
  siteid text not null,
  studyid text,
  subjectid text,
  files boolean not null,
  history boolean not null,
  closed_only boolean not null,
  state text default 'WAITING'::text not null,
  at timestamp with time zone,
  size bigint,
  sha256 text,
  problem text,
  personid text not null,
  person_name text not null,
  to_store boolean default true not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  subjectids text[],
  deleted boolean,
  deidentified boolean default false not null,
  code_key text,
  bids boolean default false not null,
  parquet boolean default false not null,
  segments boolean default false not null,
  seed integer default 0 not null,
  redcap boolean default false not null,
  constraint export_pkey PRIMARY KEY (exportid, siteid),
  constraint export_site_fkey FOREIGN KEY (siteid) REFERENCES site(siteid),
  constraint export_study_fkey FOREIGN KEY (studyid, siteid) REFERENCES study(studyid, siteid),
  constraint export_subject_fkey FOREIGN KEY (subjectid, siteid) REFERENCES subject(subjectid, siteid),
  constraint export_code_key_check CHECK ((((code_key IS NOT NULL) = deidentified) AND ((code_key IS NULL) OR (code_key ~ '^[0-9a-f]{64}$'::text)))),
  constraint export_done_check CHECK (((state <> 'DONE'::text) OR ((sha256 IS NOT NULL) AND (size IS NOT NULL) AND (expires_at IS NOT NULL)))),
  constraint export_exportid_check CHECK ((exportid ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint export_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint export_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text, 'EXPIRED'::text]))),
  constraint export_subjectids_check CHECK (((subjectids IS NULL) OR ((studyid IS NOT NULL) AND (subjectid IS NULL) AND (cardinality(subjectids) > 0))))
);
comment on column export.at is 'The moment that it shows.';
comment on column export.size is 'Bytes of the ZIP.';
comment on column export.sha256 is 'Of its manifest.json, lowercase hex.';
comment on column export.personid is 'Who asked for it: a person''s id, or system:NAME.';
comment on column export.to_store is 'False for one that a command writes to a file: no server takes it up.';
comment on column export.subjectids is 'The subjects that were chosen from the study; null where none were.';
comment on column export.deleted is 'Whether it contains deleted subjects; null where an earlier release recorded it, which included them.';
comment on column export.deidentified is 'Whether what identifies people was left out or replaced.';
comment on column export.code_key is 'Of a de-identified export: makes the codes and shifts of its subjects. The same for all of a site, so that codes stay.';
comment on column export.bids is 'Whether it contains recordings of motion as Motion-BIDS.';
comment on column export.parquet is 'Whether it contains the tables as Parquet.';
comment on column export.segments is 'Whether it contains the stretch of each recording that covers an activity.';
comment on column export.seed is 'Decides in which part of that data set each subject is.';
comment on column export.redcap is 'Whether it contains the forms as raw data of REDCap.';
CREATE INDEX export_expires_at_idx ON public.export USING btree (expires_at) WHERE (state = 'DONE'::text);
CREATE UNIQUE INDEX export_person_key ON public.export USING btree (personid) WHERE ((state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text])) AND to_store);
CREATE INDEX export_siteid_idx ON public.export USING btree (siteid, created_at);
CREATE TRIGGER export_history AFTER INSERT OR DELETE OR UPDATE ON public.export FOR EACH ROW EXECUTE FUNCTION record_history('exportid');
CREATE TRIGGER export_version BEFORE UPDATE ON public.export FOR EACH ROW EXECUTE FUNCTION bump_version();

create table export_access (
  accessid text not null,
  siteid text not null,
  studyid text,
  subjectid text,
  exportid text,
  what text not null,
  problem text,
  created_at timestamp with time zone default now() not null,
  constraint export_access_pkey PRIMARY KEY (accessid, siteid),
  constraint export_access_what_check CHECK ((what = ANY (ARRAY['LINK'::text, 'RECORD'::text, 'FEED'::text, 'CODES'::text, 'REFUSED'::text])))
);
CREATE INDEX export_access_exportid_idx ON public.export_access USING btree (exportid) WHERE (exportid IS NOT NULL);
CREATE TRIGGER export_access_history AFTER INSERT OR DELETE OR UPDATE ON public.export_access FOR EACH ROW EXECUTE FUNCTION record_history('accessid');

create table export_entry (
  exportid text not null,
  place integer not null,
  entry jsonb not null,
  constraint export_entry_pkey PRIMARY KEY (exportid, place)
);
comment on table export_entry is 'The entries that stand completely in the parts already written.';

create table export_part (
  exportid text not null,
  number integer not null,
  tag text not null,
  constraint export_part_pkey PRIMARY KEY (exportid, number)
);

create table export_spool (
  exportid text not null,
  part text not null,
  place integer not null,
  body bytea not null,
  constraint export_spool_pkey PRIMARY KEY (exportid, part, place)
);

create table export_work (
  exportid text not null,
  worker text,
  lease_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  attempts integer default 0 not null,
  origin text not null,
  release text,
  is_spooled boolean default false not null,
  part_bytes integer,
  uploadid text,
  done bigint default 0 not null,
  total bigint,
  constraint export_work_pkey PRIMARY KEY (exportid)
);
comment on table export_work is 'Exports that wait or are being made. No history: it is of the moment.';
comment on column export_work.worker is 'The process that makes it. Once lease_until has passed, any other may take it up.';
comment on column export_work.origin is 'The address under which whoever asked uses the application.';
comment on column export_work.release is 'The release that began to write it. Another begins anew from the spool.';

create table form (
  subjectid text not null,
  formtypeid text not null,
  siteid text not null,
  studyid text not null,
  fields jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  confirmed jsonb,
  visitid text default ''::text not null,
  occurrence integer default 1 not null,
  type_number integer default 1 not null,
  renewalid text,
  label text,
  constraint form_pkey PRIMARY KEY (subjectid, formtypeid, siteid, visitid, occurrence),
  constraint form_once_key UNIQUE (subjectid, formtypeid, siteid),
  constraint form_formtype_fkey FOREIGN KEY (formtypeid, siteid) REFERENCES form_type(formtypeid, siteid),
  constraint form_subject_fkey FOREIGN KEY (subjectid, siteid) REFERENCES subject(subjectid, siteid),
  constraint form_confirmed_check CHECK ((jsonb_typeof(confirmed) = 'array'::text)),
  constraint form_fields_check CHECK ((jsonb_typeof(fields) = 'array'::text)),
  constraint form_label_check CHECK (((octet_length(label) >= 1) AND (octet_length(label) <= 2000))),
  constraint form_occurrence_check CHECK ((occurrence >= 1)),
  constraint form_renewalid_check CHECK ((renewalid ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint form_type_number_check CHECK ((type_number >= 1))
);
comment on table form is 'A removed form that is filled in anew is the same row again, its version going on.';
comment on column form.confirmed is 'The unusual values that a person confirmed: key, value, reason. Null if there are none.';
comment on column form.visitid is 'The visit it belongs to; empty if none.';
comment on column form.occurrence is 'Of this subject, type and visit: 1, 2, 3 …';
comment on column form.type_number is 'The number of the version of the form type by which the form was last judged.';
comment on column form.renewalid is 'The renewal that made this form what it is. Null if a person saved it since, or never renewed it.';
comment on column form.label is 'What tells it from the others of its type, in a few words. Null if nobody said.';
CREATE INDEX form_renewalid_idx ON public.form USING btree (formtypeid, siteid, renewalid) WHERE (renewalid IS NOT NULL);
CREATE INDEX form_studyid_idx ON public.form USING btree (studyid, subjectid) WHERE (removed_at IS NULL);
CREATE TRIGGER form_facts AFTER INSERT OR DELETE OR UPDATE ON public.form FOR EACH ROW EXECUTE FUNCTION note_outdated_facts('subject');
CREATE TRIGGER form_history AFTER INSERT OR DELETE OR UPDATE ON public.form FOR EACH ROW EXECUTE FUNCTION record_history('formtypeid');
CREATE TRIGGER form_version BEFORE UPDATE ON public.form FOR EACH ROW EXECUTE FUNCTION bump_version();

create table form_type (
  formtypeid text not null,
  siteid text not null,
  studyid text not null,
  identifier text not null,
  identifier_key text not null,
  fields jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  reordered boolean default false not null,
  properties jsonb,
  checks jsonb default '[]'::jsonb not null,
  number integer default 1 not null,
  draft jsonb,
  repeats boolean default false not null,
  version_notes jsonb,
  constraint form_type_pkey PRIMARY KEY (formtypeid, siteid),
  constraint form_type_study_fkey FOREIGN KEY (studyid, siteid) REFERENCES study(studyid, siteid),
  constraint form_type_checks_check CHECK ((jsonb_typeof(checks) = 'array'::text)),
  constraint form_type_draft_check CHECK ((jsonb_typeof(draft) = 'object'::text)),
  constraint form_type_fields_check CHECK ((jsonb_typeof(fields) = 'array'::text)),
  constraint form_type_formtypeid_check CHECK ((formtypeid ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint form_type_identifier_check CHECK (((octet_length(identifier) >= 1) AND (octet_length(identifier) <= 2000))),
  constraint form_type_number_check CHECK ((number >= 1)),
  constraint form_type_properties_check CHECK ((jsonb_typeof(properties) = 'object'::text)),
  constraint form_type_version_notes_check CHECK ((jsonb_typeof(version_notes) = 'object'::text))
);
comment on column form_type.reordered is 'Whether forms may hold values in another order than the type''s fields: a field was moved or taken out. False saves sorting them.';
comment on column form_type.properties is 'By the name of a field: its properties besides those in fields. Null if no field has any.';
comment on column form_type.number is 'The published version. The history has what each number was.';
comment on column form_type.draft is 'What would be published: identifier, fields, properties and checks.';
comment on column form_type.version_notes is 'By the number of a version: what it is called since it was published. An empty text: nothing.';
CREATE UNIQUE INDEX form_type_identifier_key ON public.form_type USING btree (studyid, siteid, identifier_key) WHERE (removed_at IS NULL);
CREATE TRIGGER form_type_facts AFTER INSERT OR DELETE OR UPDATE ON public.form_type FOR EACH ROW EXECUTE FUNCTION note_outdated_facts('study');
CREATE TRIGGER form_type_history AFTER INSERT OR DELETE OR UPDATE ON public.form_type FOR EACH ROW EXECUTE FUNCTION record_history('formtypeid');
CREATE TRIGGER form_type_version BEFORE UPDATE ON public.form_type FOR EACH ROW EXECUTE FUNCTION bump_version();

create table history (
  historyid bigint generated always as identity not null,
  tx xid8 default pg_current_xact_id() not null,
  at timestamp with time zone default now() not null,
  actor text not null,
  actor_name text not null,
  groups text[] not null,
  reason text,
  kind text not null,
  action text not null,
  siteid text,
  studyid text,
  subjectid text,
  id text not null,
  before jsonb,
  after jsonb,
  constraint history_pkey PRIMARY KEY (historyid)
) partition by RANGE (historyid);
comment on table history is 'Append-only: who changed what, when, why, before and after. Written by triggers alone; also the outbox of live updates. Partitioned by range of its number.';
comment on column history.at is 'When the transaction began; the same for all that it changed.';
comment on column history.action is 'ADDED, UPDATED or REMOVED, as the trigger finds it.';
CREATE INDEX history_record_idx ON ONLY public.history USING btree (kind, id, historyid) WHERE (subjectid IS NULL);
CREATE INDEX history_subject_idx ON ONLY public.history USING btree (subjectid, historyid) WHERE (subjectid IS NOT NULL);
CREATE INDEX history_tx_idx ON ONLY public.history USING btree (tx, historyid);
CREATE TRIGGER history_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.history FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();

create table idempotency_key (
  personid text not null,
  key text not null,
  place integer not null,
  body_sha256 text not null,
  answer text,
  created_at timestamp with time zone default now() not null,
  reach jsonb,
  constraint idempotency_key_pkey PRIMARY KEY (personid, key, place),
  constraint idempotency_key_key_check CHECK (((octet_length(key) >= 1) AND (octet_length(key) <= 200)))
);
comment on table idempotency_key is 'Written in the same transaction as what it names, so that one is there if and only if the other is. Kept for 24 hours.';
comment on column idempotency_key.place is 'Which of the call''s transactions it was, from 0.';
comment on column idempotency_key.reach is 'The sites and studies that the caller reached when it was answered; NULL before release 0.2.0.';
CREATE INDEX idempotency_key_created_at_idx ON public.idempotency_key USING btree (created_at);

create table import_job (
  importid text not null,
  siteid text not null,
  studyid text not null,
  formtypeid text,
  filename text not null,
  object_name text not null,
  sha256 text,
  size bigint,
  from_elsewhere boolean default false not null,
  confirmed text,
  state text default 'UPLOADING'::text not null,
  text_sha256 text,
  outcome jsonb,
  problem text,
  done bigint default 0 not null,
  personid text not null,
  person_name text not null,
  tokenid text,
  is_file_gone boolean default false not null,
  worker text,
  lease_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  attempts integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  checks integer default 0 not null,
  constraint import_job_pkey PRIMARY KEY (importid),
  constraint import_job_study_fkey FOREIGN KEY (studyid, siteid) REFERENCES study(studyid, siteid),
  constraint import_job_checks_check CHECK ((checks >= 0)),
  constraint import_job_filename_check CHECK (((octet_length(filename) >= 1) AND (octet_length(filename) <= 1020))),
  constraint import_job_outcome_check CHECK ((jsonb_typeof(outcome) = 'object'::text)),
  constraint import_job_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint import_job_size_check CHECK ((size > 0)),
  constraint import_job_state_check CHECK ((state = ANY (ARRAY['UPLOADING'::text, 'CHECKING'::text, 'CHECKED'::text, 'IMPORTING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint import_job_text_sha256_check CHECK ((text_sha256 ~ '^[0-9a-f]{64}$'::text))
);
comment on table import_job is 'Files that are imported in the background. No history: what they change has its own, with the name of the file and its SHA-256.';
comment on column import_job.formtypeid is 'The form type of the values in the file; null if it has only subjects.';
comment on column import_job.sha256 is 'Of the file in the store, if the caller said it.';
comment on column import_job.text_sha256 is 'Of the text that was checked, after decompression.';
comment on column import_job.outcome is 'What the import would change or has changed, its mistakes, and where the rows come from.';
comment on column import_job.problem is 'Why it failed, as a reason code.';
comment on column import_job.done is 'How many bytes of the file were read.';
comment on column import_job.tokenid is 'The access token that asked for it; its rights are those of the import.';
comment on column import_job.is_file_gone is 'Whether the file was removed from the store for good.';
comment on column import_job.worker is 'The process that works on it. Once lease_until has passed, any other may take it up.';
comment on column import_job.checks is 'How often the file was checked, or let be checked; outcome is that of the last check.';
CREATE INDEX import_job_lease_until_idx ON public.import_job USING btree (lease_until) WHERE (state = ANY (ARRAY['CHECKING'::text, 'IMPORTING'::text]));
CREATE INDEX import_job_studyid_idx ON public.import_job USING btree (studyid, personid);

create table limit_hit (
  key text not null,
  at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null
);
CREATE INDEX limit_hit_expires_at_idx ON public.limit_hit USING btree (expires_at);
CREATE INDEX limit_hit_key_idx ON public.limit_hit USING btree (key, at);

create table mail (
  mailid text not null,
  recipient_name text,
  recipient_address text not null,
  subject text not null,
  body text,
  attempts integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  next_attempt_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  constraint mail_pkey PRIMARY KEY (mailid)
);
comment on column mail.body is 'Sealed, and gone once the message was handed over: it may carry a code.';
CREATE INDEX mail_due_idx ON public.mail USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));

create table measure (
  referencedataid text not null,
  siteid text not null,
  place integer not null,
  studyid text not null,
  subjectid text not null,
  channel text not null,
  measure text not null,
  unit text,
  value double precision,
  recorded double precision not null,
  method text not null,
  method_version text not null,
  reference text not null,
  parameters jsonb not null,
  first_epoch integer not null,
  epochs double precision[] not null,
  constraint measure_pkey PRIMARY KEY (referencedataid, siteid, place),
  constraint measure_measured_file_fkey FOREIGN KEY (referencedataid, siteid) REFERENCES measured_file(referencedataid, siteid) ON DELETE CASCADE,
  constraint measure_channel_check CHECK ((octet_length(channel) <= 2000)),
  constraint measure_measure_check CHECK ((measure ~ '^[a-z0-9_]{1,40}$'::text)),
  constraint measure_parameters_check CHECK ((jsonb_typeof(parameters) = 'object'::text)),
  constraint measure_recorded_check CHECK (((recorded >= (0)::double precision) AND (recorded <= (1)::double precision)))
);
comment on table measure is 'The values of measured files. No history: they follow from the file.';
comment on column measure.value is 'Of the activity, or of the whole recording; null if nothing in it could be measured.';
comment on column measure.recorded is 'The share of that time that was recorded.';
comment on column measure.first_epoch is 'The number of the first epoch. Number 0 begins at measured_from.';
CREATE INDEX measure_studyid_idx ON public.measure USING btree (studyid, measure);

create table measured_file (
  referencedataid text not null,
  siteid text not null,
  studyid text not null,
  subjectid text not null,
  problem text,
  methods jsonb not null,
  layout text,
  begun double precision,
  measured_from double precision not null,
  measured_to double precision not null,
  of_activity boolean not null,
  epoch_seconds integer not null,
  earlier jsonb default '[]'::jsonb not null,
  measured_at timestamp with time zone default now() not null,
  constraint measured_file_pkey PRIMARY KEY (referencedataid, siteid),
  constraint measured_file_file_fkey FOREIGN KEY (referencedataid, siteid) REFERENCES reference_data(referencedataid, siteid),
  constraint measured_file_earlier_check CHECK ((jsonb_typeof(earlier) = 'array'::text)),
  constraint measured_file_epoch_seconds_check CHECK ((epoch_seconds >= 1)),
  constraint measured_file_methods_check CHECK ((jsonb_typeof(methods) = 'object'::text)),
  constraint measured_file_problem_check CHECK (((octet_length(problem) >= 1) AND (octet_length(problem) <= 200)))
);
comment on table measured_file is 'Files that were measured. No history: the values follow from the file. What was measured before is in earlier.';
comment on column measured_file.problem is 'Why nothing can be measured in the file; null if it was.';
comment on column measured_file.methods is 'The version of each method by which it was measured.';
comment on column measured_file.layout is 'The layout with which the file was read, if somebody set one.';
comment on column measured_file.begun is 'When the recording began, in epoch seconds; null where not all that tells it is known.';
comment on column measured_file.measured_from is 'Where what was measured begins, in seconds since the start of the recording.';
comment on column measured_file.of_activity is 'Whether it is the time of the activity; otherwise that of the whole recording.';
comment on column measured_file.earlier is 'What was measured before, latest first: when, why it was measured again, by which methods, and the values.';
CREATE INDEX measured_file_studyid_idx ON public.measured_file USING btree (studyid, subjectid);

create table measuring (
  referencedataid text not null,
  siteid text not null,
  asked integer default 1 not null,
  worker text,
  lease_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  attempts integer default 0 not null,
  constraint measuring_pkey PRIMARY KEY (referencedataid, siteid)
);
comment on table measuring is 'Files that wait to be measured or are being measured. No history: it is of the moment.';
comment on column measuring.asked is 'Increased whenever what the values depend on changes, also while they are being computed.';
comment on column measuring.worker is 'The process that measures it. Once lease_until has passed, any other may take it up.';
CREATE INDEX measuring_lease_until_idx ON public.measuring USING btree (lease_until);

create table migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint migration_pkey PRIMARY KEY (name)
);

create table migration_lock (
  id character varying(255) not null,
  is_locked integer default 0 not null,
  constraint migration_lock_pkey PRIMARY KEY (id)
);

create table outdated_facts (
  siteid text not null,
  studyid text not null,
  subjectid text default ''::text not null,
  noted_at timestamp with time zone default now() not null
);
comment on table outdated_facts is 'Subjects whose facts are to be counted anew. No history: it is of the moment. Each change adds a row, and only who counted what it changed deletes it.';
comment on column outdated_facts.subjectid is 'Empty: those of the study whose basis is another one.';
comment on column outdated_facts.noted_at is 'By it the subject is counted once its records rest. -infinity: at once.';
CREATE INDEX outdated_facts_studyid_idx ON public.outdated_facts USING btree (studyid, subjectid);

create table pending_upload (
  object_name text not null,
  siteid text not null,
  personid text not null,
  person_name text not null,
  bytes bigint not null,
  expires_at timestamp with time zone not null,
  heard_at timestamp with time zone,
  constraint pending_upload_pkey PRIMARY KEY (object_name),
  constraint pending_upload_bytes_check CHECK ((bytes > 0))
);
comment on table pending_upload is 'Uploads that have begun and are not settled. No history: it is of the moment.';
comment on column pending_upload.bytes is 'The most that the store may receive for it.';
comment on column pending_upload.expires_at is 'When its policy runs out, and it no longer counts.';
comment on column pending_upload.heard_at is 'When it was last heard that it is being sent. Null if its sender says nothing on the way.';
CREATE INDEX pending_upload_personid_idx ON public.pending_upload USING btree (personid, expires_at);
CREATE INDEX pending_upload_siteid_idx ON public.pending_upload USING btree (siteid, expires_at);

create table person (
  personid text not null,
  issuer text not null,
  sub text not null,
  state text default 'pending'::text not null,
  groups text[] default '{}'::text[] not null,
  all_sites boolean default false not null,
  sites text[] default '{}'::text[] not null,
  given_name text,
  family_name text,
  email text,
  email_verified boolean default false not null,
  phone_number text,
  phone_number_verified boolean default false not null,
  sessions_ended_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  constraint person_pkey PRIMARY KEY (personid),
  constraint person_issuer_sub_key UNIQUE (issuer, sub),
  constraint person_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
  constraint person_family_name_check CHECK (((char_length(family_name) >= 1) AND (char_length(family_name) <= 200))),
  constraint person_given_name_check CHECK (((char_length(given_name) >= 1) AND (char_length(given_name) <= 200))),
  constraint person_phone_number_check CHECK (((char_length(phone_number) >= 1) AND (char_length(phone_number) <= 40))),
  constraint person_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text, 'deactivated'::text])))
);
comment on column person.sub is 'As the provider sends it, byte for byte: + / = occur in it.';
comment on column person.sessions_ended_at is 'Sessions that began before this are over, whatever else they say.';
CREATE INDEX person_pending_idx ON public.person USING btree (created_at) WHERE (state = 'pending'::text);
CREATE TRIGGER person_history AFTER INSERT OR DELETE OR UPDATE ON public.person FOR EACH ROW EXECUTE FUNCTION record_history('personid');
CREATE TRIGGER person_version BEFORE UPDATE ON public.person FOR EACH ROW EXECUTE FUNCTION bump_version();

create table person_asserted (
  personid text not null,
  name text,
  hpr_number text,
  assurance_level text,
  first_seen_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  constraint person_asserted_pkey PRIMARY KEY (personid),
  constraint person_asserted_person_fkey FOREIGN KEY (personid) REFERENCES person(personid) ON DELETE CASCADE
);
comment on column person_asserted.hpr_number is 'The number in the register of health personnel.';

create table provider_state (
  model text not null,
  id text not null,
  payload jsonb not null,
  uid text,
  user_code text,
  grant_id text,
  expires_at timestamp with time zone not null,
  constraint provider_state_pkey PRIMARY KEY (model, id)
);
comment on table provider_state is 'Empty where OIDC_ISSUER is set.';
CREATE INDEX provider_state_expires_at_idx ON public.provider_state USING btree (expires_at);
CREATE INDEX provider_state_grant_idx ON public.provider_state USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX provider_state_uid_idx ON public.provider_state USING btree (model, uid) WHERE (uid IS NOT NULL);

create table reference_data (
  referencedataid text not null,
  siteid text not null,
  studyid text not null,
  subjectid text not null,
  activitytypeid text not null,
  filename text not null,
  object_name text not null,
  status text default 'PENDING'::text not null,
  size bigint,
  sha256 text,
  expires_at timestamp with time zone not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  description jsonb,
  described_at timestamp with time zone,
  zone text,
  clock_correction double precision default 0 not null,
  recorded_from double precision,
  recorded_to double precision,
  recorded_gaps double precision[] default '{}'::double precision[] not null,
  recorded_tolerance double precision default 1 not null,
  visitid text default ''::text not null,
  occurrence integer default 1 not null,
  constraint reference_data_pkey PRIMARY KEY (referencedataid, siteid),
  constraint reference_data_activity_fkey FOREIGN KEY (subjectid, activitytypeid, siteid, visitid, occurrence) REFERENCES activity(subjectid, activitytypeid, siteid, visitid, occurrence),
  constraint reference_data_clock_correction_check CHECK ((abs(clock_correction) <= ('3200000000'::numeric)::double precision)),
  constraint reference_data_description_check CHECK (((jsonb_typeof(description) = 'object'::text) AND (octet_length((description)::text) <= 300000))),
  constraint reference_data_filename_check CHECK (((octet_length(filename) >= 1) AND (octet_length(filename) <= 2000))),
  constraint reference_data_recorded_check CHECK (((recorded_from <= recorded_to) AND ((recorded_from IS NULL) = (recorded_to IS NULL)))),
  constraint reference_data_recorded_gaps_check CHECK (((cardinality(recorded_gaps) <= 40) AND ((cardinality(recorded_gaps) % 2) = 0))),
  constraint reference_data_recorded_tolerance_check CHECK ((recorded_tolerance >= (1)::double precision)),
  constraint reference_data_referencedataid_check CHECK ((referencedataid ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint reference_data_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint reference_data_size_check CHECK (((size >= 1) AND (size <= 157286399))),
  constraint reference_data_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'UPLOADED'::text, 'FAILED'::text]))),
  constraint reference_data_uploaded_check CHECK (((status = 'UPLOADED'::text) = (size IS NOT NULL))),
  constraint reference_data_zone_check CHECK (((octet_length(zone) >= 1) AND (octet_length(zone) <= 64)))
);
comment on column reference_data.expires_at is 'When the upload policy runs out; the sweep settles what is PENDING after that.';
comment on column reference_data.description is 'What a reader found in the file: format, channels, rate, start, clock, duration, samples, gaps, faults, and the layout that was set.';
comment on column reference_data.zone is 'Time zone of the recorder''s clock, where the file does not tell it.';
comment on column reference_data.clock_correction is 'Seconds to add to the recorder''s times.';
comment on column reference_data.recorded_from is 'Epoch seconds; null where not all that tells it is known.';
comment on column reference_data.recorded_gaps is 'Where gaps begin and end, alternately, in epoch seconds.';
comment on column reference_data.recorded_tolerance is 'Seconds of its activity that the file may lack.';
comment on column reference_data.visitid is 'With subjectid, activitytypeid and occurrence: its activity.';
CREATE INDEX reference_data_failed_idx ON public.reference_data USING btree (expires_at) WHERE ((status = 'FAILED'::text) AND (removed_at IS NULL));
CREATE INDEX reference_data_findings_idx ON public.reference_data USING btree (studyid) WHERE ((removed_at IS NULL) AND (status = 'UPLOADED'::text) AND (description @? '$."quality"."findings"[*]'::jsonpath));
CREATE INDEX reference_data_fingerprint_idx ON public.reference_data USING btree (studyid, ((description ->> 'fingerprint'::text)), described_at) WHERE ((description ->> 'fingerprint'::text) IS NOT NULL);
CREATE INDEX reference_data_pending_idx ON public.reference_data USING btree (expires_at) WHERE ((status = 'PENDING'::text) AND (removed_at IS NULL));
CREATE INDEX reference_data_recorder_idx ON public.reference_data USING btree (siteid, ((description ->> 'serialnumber'::text)), recorded_from) WHERE (((description ->> 'serialnumber'::text) IS NOT NULL) AND (recorded_from IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX reference_data_sha256_idx ON public.reference_data USING btree (studyid, sha256) WHERE ((sha256 IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX reference_data_studyid_idx ON public.reference_data USING btree (studyid, activitytypeid, subjectid) INCLUDE (status) WHERE (removed_at IS NULL);
CREATE INDEX reference_data_subject_idx ON public.reference_data USING btree (subjectid, activitytypeid);
CREATE TRIGGER reference_data_facts AFTER INSERT OR DELETE OR UPDATE ON public.reference_data FOR EACH ROW EXECUTE FUNCTION note_outdated_facts('subject');
CREATE TRIGGER reference_data_history AFTER INSERT OR DELETE OR UPDATE ON public.reference_data FOR EACH ROW EXECUTE FUNCTION record_history('referencedataid');
CREATE TRIGGER reference_data_measures AFTER INSERT OR UPDATE OF status, description, zone, clock_correction, removed_at ON public.reference_data FOR EACH ROW WHEN (((new.status = 'UPLOADED'::text) AND (new.removed_at IS NULL))) EXECUTE FUNCTION ask_for_measures();
CREATE TRIGGER reference_data_version BEFORE UPDATE ON public.reference_data FOR EACH ROW EXECUTE FUNCTION bump_version();

create table running_activity (
  subjectid text not null,
  activitytypeid text not null,
  siteid text not null,
  studyid text not null,
  start_time bigint not null,
  started_by text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  visitid text default ''::text not null,
  occurrence integer default 1 not null,
  label text,
  constraint running_activity_pkey PRIMARY KEY (subjectid, activitytypeid, siteid, visitid, occurrence),
  constraint running_activity_once_key UNIQUE (subjectid, activitytypeid, siteid),
  constraint running_activity_activitytype_fkey FOREIGN KEY (activitytypeid, siteid) REFERENCES activity_type(activitytypeid, siteid),
  constraint running_activity_subject_fkey FOREIGN KEY (subjectid, siteid) REFERENCES subject(subjectid, siteid),
  constraint running_activity_label_check CHECK (((octet_length(label) >= 1) AND (octet_length(label) <= 2000))),
  constraint running_activity_occurrence_check CHECK ((occurrence >= 1))
);
comment on column running_activity.start_time is 'Whole seconds since 1970-01-01T00:00:00Z.';
comment on column running_activity.started_by is 'The name of whoever started it.';
comment on column running_activity.visitid is 'The visit it belongs to; empty if none.';
comment on column running_activity.occurrence is 'Of this subject, type and visit: 1, 2, 3 …';
comment on column running_activity.label is 'The label that the activity gets when it is stopped.';
CREATE TRIGGER running_activity_facts AFTER INSERT OR DELETE OR UPDATE ON public.running_activity FOR EACH ROW EXECUTE FUNCTION note_outdated_facts('subject');
CREATE TRIGGER running_activity_history AFTER INSERT OR DELETE OR UPDATE ON public.running_activity FOR EACH ROW EXECUTE FUNCTION record_history('activitytypeid');
CREATE TRIGGER running_activity_version BEFORE UPDATE ON public.running_activity FOR EACH ROW EXECUTE FUNCTION bump_version();

create table schema_migration (
  name text not null,
  sha256 text not null,
  release text not null,
  oldest_release text not null,
  ran_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);
comment on column schema_migration.oldest_release is 'Servers of an older release do not start on this schema.';

create table session (
  sessionid text not null,
  personid text not null,
  created_at timestamp with time zone default now() not null,
  last_active_at timestamp with time zone default now() not null,
  user_agent text,
  address text,
  token_groups text[] default '{}'::text[] not null,
  issuer text not null,
  provider_sid text,
  id_token text,
  constraint session_pkey PRIMARY KEY (sessionid),
  constraint session_person_fkey FOREIGN KEY (personid) REFERENCES person(personid) ON DELETE CASCADE
);
comment on column session.sessionid is 'SHA-256 of the cookie''s token, lowercase hex: the row opens nothing.';
comment on column session.token_groups is 'Groups that the provider''s token carried and the deployment maps; they last as long as the session.';
comment on column session.id_token is 'Sealed; the hint for signing out at the provider.';
CREATE INDEX session_created_at_idx ON public.session USING btree (created_at);
CREATE INDEX session_personid_idx ON public.session USING btree (personid);
CREATE INDEX session_provider_sid_idx ON public.session USING btree (issuer, provider_sid) WHERE (provider_sid IS NOT NULL);

create table site (
  siteid text not null,
  name text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint site_pkey PRIMARY KEY (siteid),
  constraint site_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 2000))),
  constraint site_siteid_check CHECK ((siteid ~ '^[a-z]{1,40}$'::text))
);
CREATE TRIGGER site_history AFTER INSERT OR DELETE OR UPDATE ON public.site FOR EACH ROW EXECUTE FUNCTION record_history('siteid');
CREATE TRIGGER site_version BEFORE UPDATE ON public.site FOR EACH ROW EXECUTE FUNCTION bump_version();

create table study (
  studyid text not null,
  siteid text not null,
  name text not null,
  status text default 'OPEN'::text not null,
  identifier text,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  places text[] default '{arm,chest}'::text[] not null,
  epoch_seconds integer default 60 not null,
  calendar_feed boolean default false not null,
  quality_share double precision default 0.99,
  quality_gap double precision,
  quality_drop_out double precision default 1,
  quality_clipped double precision default 0.001,
  quality_drift double precision,
  quality_calibration double precision default 0.05,
  quality_not_worn double precision default 0.25,
  quality_battery double precision default 10,
  quality_volts double precision default 3.4,
  constraint study_pkey PRIMARY KEY (studyid, siteid),
  constraint study_site_fkey FOREIGN KEY (siteid) REFERENCES site(siteid),
  constraint study_epoch_seconds_check CHECK (((epoch_seconds >= 1) AND (epoch_seconds <= 3600))),
  constraint study_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 2000))),
  constraint study_places_check CHECK (((cardinality(places) >= 1) AND (cardinality(places) <= 50))),
  constraint study_quality_battery_check CHECK (((quality_battery >= (0)::double precision) AND (quality_battery <= (50)::double precision))),
  constraint study_quality_calibration_check CHECK (((quality_calibration >= (0.01)::double precision) AND (quality_calibration <= (1)::double precision))),
  constraint study_quality_clipped_check CHECK (((quality_clipped >= (0.0001)::double precision) AND (quality_clipped <= (1)::double precision))),
  constraint study_quality_drift_check CHECK (((quality_drift >= (1)::double precision) AND (quality_drift <= (4320)::double precision))),
  constraint study_quality_drop_out_check CHECK (((quality_drop_out >= (1)::double precision) AND (quality_drop_out <= ('1000000'::numeric)::double precision))),
  constraint study_quality_gap_check CHECK (((quality_gap >= (1)::double precision) AND (quality_gap <= ('1000000'::numeric)::double precision))),
  constraint study_quality_not_worn_check CHECK (((quality_not_worn >= (0)::double precision) AND (quality_not_worn <= (1)::double precision))),
  constraint study_quality_share_check CHECK (((quality_share >= (0)::double precision) AND (quality_share <= (1)::double precision))),
  constraint study_quality_volts_check CHECK (((quality_volts >= (0)::double precision) AND (quality_volts <= (3.9)::double precision))),
  constraint study_status_check CHECK (((octet_length(status) >= 1) AND (octet_length(status) <= 2000))),
  constraint study_studyid_check CHECK ((studyid ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
comment on column study.places is 'Where devices are worn on the body, in the order in which they are offered.';
comment on column study.epoch_seconds is 'The length of the epochs in which recordings are measured.';
comment on column study.calendar_feed is 'Whether people may subscribe to the calendar of its visits.';
comment on column study.quality_share is 'A recording of which less is there, as a share of its duration, has a mark. Null: never. So with the other limits of quality.';
comment on column study.quality_gap is 'In seconds: a longer gap is a mark.';
comment on column study.quality_drop_out is 'In seconds: a channel that lacks more than others is a mark.';
comment on column study.quality_clipped is 'A share of samples: if as many are clipped or saturated, that is a mark.';
comment on column study.quality_drift is 'In seconds a day: a clock that drifts as much is a mark.';
comment on column study.quality_calibration is 'In g: gravity that is wrong by as much at rest is a mark.';
comment on column study.quality_not_worn is 'A share of the duration: if as much was not worn, that is a mark.';
comment on column study.quality_battery is 'In percent: a battery that ends below is a mark.';
comment on column study.quality_volts is 'In volts: a battery that ends below is a mark.';
CREATE INDEX study_siteid_idx ON public.study USING btree (siteid);
CREATE TRIGGER study_history AFTER INSERT OR DELETE OR UPDATE ON public.study FOR EACH ROW EXECUTE FUNCTION record_history('studyid');
CREATE TRIGGER study_measures AFTER UPDATE OF epoch_seconds ON public.study FOR EACH ROW WHEN ((old.epoch_seconds <> new.epoch_seconds)) EXECUTE FUNCTION ask_for_measures();
CREATE TRIGGER study_version BEFORE UPDATE ON public.study FOR EACH ROW EXECUTE FUNCTION bump_version();

create table study_document (
  documentid text not null,
  siteid text not null,
  studyid text not null,
  title text not null,
  kind text not null,
  latest integer default 1 not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint study_document_pkey PRIMARY KEY (documentid, siteid),
  constraint study_document_study_fkey FOREIGN KEY (studyid, siteid) REFERENCES study(studyid, siteid),
  constraint study_document_documentid_check CHECK ((documentid ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint study_document_kind_check CHECK (((octet_length(kind) >= 1) AND (octet_length(kind) <= 2000))),
  constraint study_document_title_check CHECK (((octet_length(title) >= 1) AND (octet_length(title) <= 2000)))
);
comment on column study_document.latest is 'The number of the newest version.';
CREATE INDEX study_document_studyid_idx ON public.study_document USING btree (studyid);
CREATE TRIGGER study_document_history AFTER INSERT OR DELETE OR UPDATE ON public.study_document FOR EACH ROW EXECUTE FUNCTION record_history('documentid');
CREATE TRIGGER study_document_version BEFORE UPDATE ON public.study_document FOR EACH ROW EXECUTE FUNCTION bump_version();

create table study_document_version (
  documentid text not null,
  number integer not null,
  siteid text not null,
  studyid text not null,
  filename text not null,
  date text,
  object_name text not null,
  status text default 'PENDING'::text not null,
  size bigint,
  sha256 text,
  expires_at timestamp with time zone not null,
  uploaded_by text not null,
  created_at timestamp with time zone default now() not null,
  constraint study_document_version_pkey PRIMARY KEY (documentid, number, siteid),
  constraint study_document_version_document_fkey FOREIGN KEY (documentid, siteid) REFERENCES study_document(documentid, siteid),
  constraint study_document_version_date_check CHECK ((date ~ '^\d{4}-\d\d-\d\d$'::text)),
  constraint study_document_version_filename_check CHECK (((octet_length(filename) >= 1) AND (octet_length(filename) <= 2000))),
  constraint study_document_version_number_check CHECK ((number >= 1)),
  constraint study_document_version_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint study_document_version_size_check CHECK (((size >= 1) AND (size <= 52428800))),
  constraint study_document_version_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'UPLOADED'::text, 'FAILED'::text]))),
  constraint study_document_version_uploaded_check CHECK (((status = 'UPLOADED'::text) = (size IS NOT NULL)))
);
comment on column study_document_version.date is 'The date of the document itself, yyyy-MM-dd.';
comment on column study_document_version.uploaded_by is 'The name of whoever uploaded it.';
CREATE INDEX study_document_version_failed_idx ON public.study_document_version USING btree (expires_at) WHERE (status = 'FAILED'::text);
CREATE INDEX study_document_version_pending_idx ON public.study_document_version USING btree (expires_at) WHERE (status = 'PENDING'::text);
CREATE TRIGGER study_document_version_history AFTER INSERT OR DELETE OR UPDATE ON public.study_document_version FOR EACH ROW EXECUTE FUNCTION record_history('documentid');

create table subject (
  subjectid text not null,
  siteid text not null,
  studyid text not null,
  identifier text,
  identifier_key text,
  status text default 'OPEN'::text not null,
  snapshot text,
  snapshot_sha256 text,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  constraint subject_pkey PRIMARY KEY (subjectid, siteid),
  constraint subject_identifier_key UNIQUE (studyid, siteid, identifier_key),
  constraint subject_study_fkey FOREIGN KEY (studyid, siteid) REFERENCES study(studyid, siteid),
  constraint subject_identifier_check CHECK (((octet_length(identifier) >= 1) AND (octet_length(identifier) <= 2000))),
  constraint subject_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'DELETED'::text]))),
  constraint subject_subjectid_check CHECK ((subjectid ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
CREATE INDEX subject_order_idx ON public.subject USING btree (studyid, siteid, COALESCE(identifier_key, lower(subjectid)) COLLATE "C", subjectid);
CREATE UNIQUE INDEX subject_subjectid_key ON public.subject USING btree (subjectid);
CREATE TRIGGER subject_facts AFTER INSERT ON public.subject FOR EACH ROW EXECUTE FUNCTION note_outdated_facts('subject');
CREATE TRIGGER subject_history AFTER INSERT OR DELETE OR UPDATE ON public.subject FOR EACH ROW EXECUTE FUNCTION record_history('subjectid');
CREATE TRIGGER subject_moved_facts AFTER UPDATE OF studyid ON public.subject FOR EACH ROW WHEN ((old.studyid <> new.studyid)) EXECUTE FUNCTION note_outdated_facts('subject');
CREATE TRIGGER subject_version BEFORE UPDATE ON public.subject FOR EACH ROW EXECUTE FUNCTION bump_version();
CREATE TRIGGER subject_worn AFTER UPDATE OF studyid ON public.subject FOR EACH ROW WHEN ((old.studyid <> new.studyid)) EXECUTE FUNCTION move_worn();

create table subject_device (
  subjectid text not null,
  siteid text not null,
  studyid text not null,
  deviceuid text not null,
  "position" text not null,
  place integer not null,
  body_place text,
  from_time timestamp with time zone default date_trunc('milliseconds'::text, now()),
  to_time timestamp with time zone,
  visitid text,
  constraint subject_device_pkey PRIMARY KEY (subjectid, deviceuid, "position", siteid),
  constraint subject_device_device_fkey FOREIGN KEY (deviceuid, siteid) REFERENCES device(deviceuid, siteid),
  constraint subject_device_subject_fkey FOREIGN KEY (subjectid, siteid) REFERENCES subject(subjectid, siteid),
  constraint subject_device_visit_fkey FOREIGN KEY (visitid, siteid) REFERENCES visit(visitid, siteid),
  constraint subject_device_body_place_check CHECK (((octet_length(body_place) >= 1) AND (octet_length(body_place) <= 2000))),
  constraint subject_device_position_check CHECK (((("position" = ANY (ARRAY['ARM'::text, 'CHEST'::text])) AND (body_place IS NULL)) OR (("position" = 'OTHER'::text) AND (body_place IS NOT NULL)))),
  constraint subject_device_times_check CHECK ((to_time >= from_time))
);
comment on column subject_device.place is 'Position in the list as it was given, from 0.';
comment on column subject_device.body_place is 'The study''s word for where it is worn. Null for ARM and CHEST, whose words are arm and chest.';
comment on column subject_device.from_time is 'When it was put on. Null: not known.';
comment on column subject_device.to_time is 'When it was taken off, set just before the row is deleted if somebody said so. Otherwise it is the time of the deletion.';
comment on column subject_device.visitid is 'The visit at which it was put on.';
CREATE INDEX subject_device_deviceuid_idx ON public.subject_device USING btree (deviceuid);
CREATE INDEX subject_device_studyid_idx ON public.subject_device USING btree (studyid, subjectid);
CREATE INDEX subject_device_visitid_idx ON public.subject_device USING btree (visitid, siteid) WHERE (visitid IS NOT NULL);
CREATE TRIGGER subject_device_history AFTER INSERT OR DELETE OR UPDATE ON public.subject_device FOR EACH ROW EXECUTE FUNCTION record_history('deviceuid');
CREATE TRIGGER subject_device_worn AFTER INSERT OR DELETE OR UPDATE ON public.subject_device FOR EACH ROW EXECUTE FUNCTION keep_worn();

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
  constraint subject_facts_pkey PRIMARY KEY (subjectid, siteid),
  constraint subject_facts_subject_fkey FOREIGN KEY (subjectid, siteid) REFERENCES subject(subjectid, siteid) ON DELETE CASCADE
);
comment on table subject_facts is 'What each subject has and lacks. No history: it follows from the records. A row counts unless outdated_facts names it or its basis is another one.';
comment on column subject_facts.basis is 'What it was counted by: the types and the schedule of the study, as a hash.';
comment on column subject_facts.cells is 'The letters of forms and activities; null if there are none.';
comment on column subject_facts.zone is 'The time zone of day_zero, visits, deviations and unexplained.';
comment on column subject_facts.visits is 'A letter for each visit of the schedule, from which its state on any day follows.';
CREATE INDEX subject_facts_studyid_idx ON public.subject_facts USING btree (studyid, basis);

create table subject_visit (
  subjectid text not null,
  visitid text not null,
  occurrence integer not null,
  siteid text not null,
  studyid text not null,
  state text not null,
  date text,
  reason text,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  outside_reason text,
  order_reason text,
  constraint subject_visit_pkey PRIMARY KEY (subjectid, visitid, occurrence, siteid),
  constraint subject_visit_subject_fkey FOREIGN KEY (subjectid, siteid) REFERENCES subject(subjectid, siteid),
  constraint subject_visit_visit_fkey FOREIGN KEY (visitid, siteid) REFERENCES visit(visitid, siteid),
  constraint subject_visit_date_check CHECK ((date ~ '^\d{4}-\d\d-\d\d$'::text)),
  constraint subject_visit_missed_check CHECK (((state <> 'MISSED'::text) OR (reason IS NOT NULL))),
  constraint subject_visit_occurrence_check CHECK ((occurrence >= 1)),
  constraint subject_visit_order_reason_check CHECK (((octet_length(order_reason) >= 1) AND (octet_length(order_reason) <= 50000))),
  constraint subject_visit_outside_reason_check CHECK (((octet_length(outside_reason) >= 1) AND (octet_length(outside_reason) <= 50000))),
  constraint subject_visit_reason_check CHECK (((octet_length(reason) >= 1) AND (octet_length(reason) <= 50000))),
  constraint subject_visit_state_check CHECK ((state = ANY (ARRAY['PLANNED'::text, 'BEGUN'::text, 'DONE'::text, 'MISSED'::text])))
);
comment on column subject_visit.date is 'The day of the visit itself, yyyy-MM-dd.';
comment on column subject_visit.outside_reason is 'Why it was outside its window. Null if nobody explained it.';
comment on column subject_visit.order_reason is 'Why its activities were done in another order. Null if nobody explained it.';
CREATE INDEX subject_visit_studyid_idx ON public.subject_visit USING btree (studyid, subjectid);
CREATE INDEX subject_visit_visitid_idx ON public.subject_visit USING btree (visitid, siteid);
CREATE TRIGGER subject_visit_facts AFTER INSERT OR DELETE OR UPDATE ON public.subject_visit FOR EACH ROW EXECUTE FUNCTION note_outdated_facts('subject');
CREATE TRIGGER subject_visit_history AFTER INSERT OR DELETE OR UPDATE ON public.subject_visit FOR EACH ROW EXECUTE FUNCTION record_history('visitid');
CREATE TRIGGER subject_visit_version BEFORE UPDATE ON public.subject_visit FOR EACH ROW EXECUTE FUNCTION bump_version();

create table task_run (
  task text not null,
  ran_at timestamp with time zone not null,
  succeeded_at timestamp with time zone,
  release text not null,
  constraint task_run_pkey PRIMARY KEY (task)
);
comment on column task_run.succeeded_at is 'The last time without a fault; stays when a later run finds one.';

create table used_once (
  usedid text not null,
  expires_at timestamp with time zone not null,
  constraint used_once_pkey PRIMARY KEY (usedid)
);
CREATE INDEX used_once_expires_at_idx ON public.used_once USING btree (expires_at);

create table visit (
  visitid text not null,
  siteid text not null,
  studyid text not null,
  place integer not null,
  name text not null,
  name_key text not null,
  day integer,
  days_before integer default 0 not null,
  days_after integer default 0 not null,
  repeats boolean default false not null,
  formtypeids text[] not null,
  activitytypeids text[] not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  in_order boolean default false not null,
  optional_typeids text[] default '{}'::text[] not null,
  constraint visit_pkey PRIMARY KEY (visitid, siteid),
  constraint visit_name_key UNIQUE (studyid, siteid, name_key) DEFERRABLE INITIALLY DEFERRED,
  constraint visit_study_fkey FOREIGN KEY (studyid, siteid) REFERENCES study(studyid, siteid),
  constraint visit_days_after_check CHECK ((days_after >= 0)),
  constraint visit_days_before_check CHECK ((days_before >= 0)),
  constraint visit_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 2000))),
  constraint visit_visitid_check CHECK ((visitid ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
comment on column visit.place is 'Where it stands in the schedule, from 0.';
comment on column visit.day is 'Days after the subject''s day zero. Null: unscheduled.';
comment on column visit.in_order is 'Whether its activities are to be done in the order of activitytypeids.';
comment on column visit.optional_typeids is 'Those of formtypeids and activitytypeids that are recorded only if wanted. Others say nothing.';
CREATE TRIGGER visit_facts AFTER INSERT OR DELETE OR UPDATE ON public.visit FOR EACH ROW EXECUTE FUNCTION note_outdated_facts('study');
CREATE TRIGGER visit_history AFTER INSERT OR DELETE OR UPDATE ON public.visit FOR EACH ROW EXECUTE FUNCTION record_history('visitid');
CREATE TRIGGER visit_version BEFORE UPDATE ON public.visit FOR EACH ROW EXECUTE FUNCTION bump_version();

create table worn (
  wornid text default (gen_random_uuid())::text not null,
  subjectid text not null,
  siteid text not null,
  studyid text not null,
  deviceuid text not null,
  "position" text not null,
  body_place text,
  from_time timestamp with time zone,
  to_time timestamp with time zone,
  visitid text,
  changed_at timestamp with time zone default now(),
  constraint worn_pkey PRIMARY KEY (wornid),
  constraint worn_device_fkey FOREIGN KEY (deviceuid, siteid) REFERENCES device(deviceuid, siteid),
  constraint worn_subject_fkey FOREIGN KEY (subjectid, siteid) REFERENCES subject(subjectid, siteid),
  constraint worn_visit_fkey FOREIGN KEY (visitid, siteid) REFERENCES visit(visitid, siteid),
  constraint worn_position_check CHECK (((("position" = ANY (ARRAY['ARM'::text, 'CHEST'::text])) AND (body_place IS NULL)) OR (("position" = 'OTHER'::text) AND (body_place IS NOT NULL))))
);
comment on table worn is 'What subjects wear and wore. Kept by the triggers of subject_device, whose history says who changed it.';
comment on column worn.from_time is 'When it was put on. Null: not known.';
comment on column worn.to_time is 'When it was taken off. Null: it is worn.';
comment on column worn.changed_at is 'Null: told by the history of an earlier release, and unchanged since.';
CREATE INDEX worn_deviceuid_idx ON public.worn USING btree (deviceuid);
CREATE INDEX worn_studyid_idx ON public.worn USING btree (studyid);
CREATE INDEX worn_subjectid_idx ON public.worn USING btree (subjectid);
CREATE INDEX worn_visitid_idx ON public.worn USING btree (visitid, siteid) WHERE (visitid IS NOT NULL);

create view current_activity as
 SELECT activity.subjectid,
    activity.activitytypeid,
    activity.siteid,
    activity.studyid,
    activity.start_time,
    activity.stop_time,
    activity.comment,
    activity.version,
    activity.created_at,
    activity.removed_at,
    activity.began_at,
    activity.visitid,
    activity.occurrence,
    activity.label
   FROM activity
     JOIN current_subject USING (subjectid, siteid)
  WHERE activity.removed_at IS NULL;

create view current_activity_type as
 SELECT activity_type.activitytypeid,
    activity_type.siteid,
    activity_type.studyid,
    activity_type.description,
    activity_type.description_key,
    activity_type.version,
    activity_type.created_at,
    activity_type.removed_at,
    activity_type.repeats
   FROM activity_type
     JOIN current_study USING (studyid, siteid)
  WHERE activity_type.removed_at IS NULL;

create view current_device as
 SELECT device.deviceuid,
    device.siteid,
    device.deviceid,
    device.hw_id,
    device.version,
    device.created_at,
    device.removed_at
   FROM device
     JOIN current_site USING (siteid)
  WHERE device.removed_at IS NULL;

create view current_form as
 SELECT form.subjectid,
    form.formtypeid,
    form.siteid,
    form.studyid,
    form.fields,
    form.version,
    form.created_at,
    form.removed_at,
    form.confirmed,
    form.visitid,
    form.occurrence,
    form.type_number,
    form.renewalid,
    form.label
   FROM form
     JOIN current_subject USING (subjectid, siteid)
  WHERE form.removed_at IS NULL;

create view current_form_type as
 SELECT form_type.formtypeid,
    form_type.siteid,
    form_type.studyid,
    form_type.identifier,
    form_type.identifier_key,
    form_type.fields,
    form_type.version,
    form_type.created_at,
    form_type.removed_at,
    form_type.reordered,
    form_type.properties,
    form_type.checks,
    form_type.number,
    form_type.draft,
    form_type.repeats,
    form_type.version_notes
   FROM form_type
     JOIN current_study USING (studyid, siteid)
  WHERE form_type.removed_at IS NULL;

create view current_reference_data as
 SELECT reference_data.referencedataid,
    reference_data.siteid,
    reference_data.studyid,
    reference_data.subjectid,
    reference_data.activitytypeid,
    reference_data.filename,
    reference_data.object_name,
    reference_data.status,
    reference_data.size,
    reference_data.sha256,
    reference_data.expires_at,
    reference_data.version,
    reference_data.created_at,
    reference_data.removed_at,
    reference_data.description,
    reference_data.described_at,
    reference_data.zone,
    reference_data.clock_correction,
    reference_data.recorded_from,
    reference_data.recorded_to,
    reference_data.recorded_gaps,
    reference_data.recorded_tolerance,
    reference_data.visitid,
    reference_data.occurrence
   FROM reference_data
     JOIN current_subject USING (subjectid, siteid)
  WHERE reference_data.removed_at IS NULL;

create view current_running_activity as
 SELECT running_activity.subjectid,
    running_activity.activitytypeid,
    running_activity.siteid,
    running_activity.studyid,
    running_activity.start_time,
    running_activity.started_by,
    running_activity.version,
    running_activity.created_at,
    running_activity.visitid,
    running_activity.occurrence,
    running_activity.label
   FROM running_activity
     JOIN current_subject USING (subjectid, siteid);

create view current_site as
 SELECT siteid,
    name,
    version,
    created_at,
    removed_at
   FROM site
  WHERE removed_at IS NULL;

create view current_study as
 SELECT study.studyid,
    study.siteid,
    study.name,
    study.status,
    study.identifier,
    study.version,
    study.created_at,
    study.removed_at,
    study.places,
    study.epoch_seconds,
    study.calendar_feed,
    study.quality_share,
    study.quality_gap,
    study.quality_drop_out,
    study.quality_clipped,
    study.quality_drift,
    study.quality_calibration,
    study.quality_not_worn,
    study.quality_battery,
    study.quality_volts
   FROM study
     JOIN current_site USING (siteid)
  WHERE study.removed_at IS NULL;

create view current_study_document as
 SELECT study_document.documentid,
    study_document.siteid,
    study_document.studyid,
    study_document.title,
    study_document.kind,
    study_document.latest,
    study_document.version,
    study_document.created_at,
    study_document.removed_at
   FROM study_document
     JOIN current_study USING (studyid, siteid)
  WHERE study_document.removed_at IS NULL;

create view current_study_document_version as
 SELECT study_document_version.documentid,
    study_document_version.number,
    study_document_version.siteid,
    study_document_version.studyid,
    study_document_version.filename,
    study_document_version.date,
    study_document_version.object_name,
    study_document_version.status,
    study_document_version.size,
    study_document_version.sha256,
    study_document_version.expires_at,
    study_document_version.uploaded_by,
    study_document_version.created_at
   FROM study_document_version
     JOIN current_study_document USING (documentid, siteid);

create view current_subject as
 SELECT subject.subjectid,
    subject.siteid,
    subject.studyid,
    subject.identifier,
    subject.identifier_key,
    subject.status,
    subject.snapshot,
    subject.snapshot_sha256,
    subject.version,
    subject.created_at,
    current_study.status AS study_status
   FROM subject
     JOIN current_study USING (studyid, siteid);

CREATE OR REPLACE FUNCTION public.allow_occurrences()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
 SET lock_timeout TO '100ms'
AS $function$
declare
  t record;
begin
  if not exists (select from pg_constraint where conname in ('form_once_key', 'activity_once_key', 'running_activity_once_key')
    and conrelid in ('public.form'::regclass, 'public.activity'::regclass, 'public.running_activity'::regclass)) then
    return;
  end if;
  -- Two at once would each wait for the other, who has read the tables. The server runs the write again.
  if not pg_try_advisory_xact_lock(hashtextextended('allow_occurrences', 0)) then
    perform pg_sleep(0.2);
    raise exception 'another transaction lifts the constraints' using errcode = 'deadlock_detected';
  end if;
  for attempt in 1..20 loop
    begin
      for t in select conrelid::regclass as name, conname from pg_constraint
        where conname in ('form_once_key', 'activity_once_key', 'running_activity_once_key')
          and conrelid in ('public.form'::regclass, 'public.activity'::regclass, 'public.running_activity'::regclass)
        order by conname
      loop
        execute format('alter table %s drop constraint if exists %I', t.name, t.conname);
      end loop;
      return;
    exception when lock_not_available then
      if attempt = 20 then
        raise;
      end if;
    end;
    perform pg_sleep(0.05);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.ask_for_measures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into measuring (referencedataid, siteid, lease_until)
    select file.referencedataid, file.siteid, case when file.description is null then now() + interval '20 seconds' else '-infinity' end
    from reference_data file
    where file.status = 'UPLOADED' and file.removed_at is null and case tg_table_name
      when 'reference_data' then file.referencedataid = to_jsonb(new) ->> 'referencedataid' and file.siteid = new.siteid
      when 'activity' then (file.subjectid, file.activitytypeid, file.siteid, file.visitid, file.occurrence)
        = (to_jsonb(new) ->> 'subjectid', to_jsonb(new) ->> 'activitytypeid', new.siteid, to_jsonb(new) ->> 'visitid', (to_jsonb(new) ->> 'occurrence')::int)
      else file.studyid = to_jsonb(new) ->> 'studyid' and file.siteid = new.siteid end
    on conflict (referencedataid, siteid) do update
      set asked = measuring.asked + 1, attempts = 0, lease_until = case when measuring.worker is null then excluded.lease_until else measuring.lease_until end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bump_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new is distinct from old then
    new.version := old.version + 1;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.end_running_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from running_activity
    where subjectid = new.subjectid and activitytypeid = new.activitytypeid and siteid = new.siteid
      and visitid = new.visitid and occurrence = new.occurrence;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.extend_history()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
declare
  needed bigint;
begin
  select last_value + 10000000 into needed from history_historyid_seq;
  if history_end() <= needed then
    perform extend_history(needed);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.extend_history(upto bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
declare
  size constant bigint := 50000000;
  name text;
  bound bigint;
begin
  perform pg_advisory_xact_lock(hashtext('extend_history'));
  bound := history_end();
  while bound <= upto loop
    select 'history_' || max(substring(relname from '^history_(\d+)$')::int) + 1 into name
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r';
    execute format('create table public.%I (like public.history including defaults including storage)', name);
    execute format('create trigger history_append_only before update or delete or truncate on public.%I
      for each statement execute function public.refuse_history_change()', name);
    execute format('alter table public.history attach partition public.%I for values from (%s) to (%s)', name, bound, bound + size);
    bound := bound + size;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.gather_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
declare
  name regclass;
begin
  for name in
    select changed.relid from pg_stat_user_tables changed join pg_class on pg_class.oid = changed.relid
    where changed.schemaname = 'public' and pg_class.relowner = (select oid from pg_roles where rolname = current_user)
      and changed.n_mod_since_analyze > 50 + 0.1 * greatest(pg_class.reltuples, 0)
  loop
    execute format('analyze (skip_locked) %s', name);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.history_end()
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  select max(substring(pg_get_expr(relpartbound, oid) from 'TO \(''?(\d+)''?\)')::bigint)
  from pg_inherits join pg_class on oid = inhrelid where inhparent = 'public.history'::regclass
$function$;

CREATE OR REPLACE FUNCTION public.keep_worn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
begin
  if tg_op = 'INSERT' then
    -- Put back as it was: the taking off is undone.
    update worn set to_time = null, visitid = new.visitid, changed_at = now()
      where subjectid = new.subjectid and siteid = new.siteid and deviceuid = new.deviceuid and position = new.position
        and body_place is not distinct from new.body_place and from_time is not distinct from new.from_time and to_time is not null;
    if not found then
      insert into worn (subjectid, siteid, studyid, deviceuid, position, body_place, from_time, visitid)
        values (new.subjectid, new.siteid, new.studyid, new.deviceuid, new.position, new.body_place, new.from_time, new.visitid);
    end if;
  elsif tg_op = 'UPDATE' then
    update worn set from_time = coalesce(new.from_time, from_time), visitid = new.visitid, changed_at = now()
      where subjectid = new.subjectid and siteid = new.siteid and deviceuid = new.deviceuid and position = new.position
        and to_time is null and (from_time is distinct from coalesce(new.from_time, from_time) or visitid is distinct from new.visitid);
  else
    update worn set to_time = coalesce(old.to_time, greatest(old.from_time, date_trunc('milliseconds', now()))), changed_at = now()
      where subjectid = old.subjectid and siteid = old.siteid and deviceuid = old.deviceuid and position = old.position
        and to_time is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.merged_fields(fields jsonb, properties jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when properties is null or properties = 'null' then fields else (
    select coalesce(jsonb_agg(listed.item || coalesce(properties -> (listed.item ->> 'name'), '{}') order by listed.place), '[]')
    from jsonb_array_elements(fields) with ordinality as listed (item, place)) end
$function$;

CREATE OR REPLACE FUNCTION public.move_worn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
begin
  update worn set studyid = new.studyid, visitid = coalesce((
      select own.visitid from visit former join visit own on own.name_key = former.name_key and own.siteid = former.siteid
      where former.visitid = worn.visitid and former.siteid = worn.siteid and own.studyid = new.studyid), worn.visitid)
    where worn.subjectid = new.subjectid and worn.siteid = new.siteid;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_outdated_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_argv[0] = 'subject' then
    if tg_op = 'DELETE' then
      insert into outdated_facts (siteid, studyid, subjectid) values (old.siteid, old.studyid, old.subjectid);
    else
      insert into outdated_facts (siteid, studyid, subjectid) values (new.siteid, new.studyid, new.subjectid);
    end if;
  elsif tg_op = 'DELETE' then
    insert into outdated_facts (siteid, studyid) values (old.siteid, old.studyid);
  else
    insert into outdated_facts (siteid, studyid) values (new.siteid, new.studyid);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
declare
  who text := current_setting('casebook.actor', true);
  was jsonb;
  becomes jsonb;
  row_ids jsonb;
  what text;
begin
  if coalesce(who, '') = '' then
    raise exception 'a write to % without an actor', tg_table_name using errcode = 'CB001';
  end if;
  if tg_op = 'INSERT' then
    becomes := to_jsonb(new);
    row_ids := becomes;
    what := 'ADDED';
  elsif tg_op = 'DELETE' then
    was := to_jsonb(old);
    row_ids := was;
    what := 'REMOVED';
  elsif new is not distinct from old then
    return null;
  else
    was := to_jsonb(old);
    becomes := to_jsonb(new);
    row_ids := becomes;
    what := 'UPDATED';
    -- Both are absent where the table has no such column.
    if was -> 'studyid' <> becomes -> 'studyid' then
      insert into public.history (actor, actor_name, groups, reason, kind, action, siteid, studyid, subjectid, id, before)
      values (
        who,
        coalesce(current_setting('casebook.actor_name', true), ''),
        coalesce(nullif(current_setting('casebook.groups', true), '')::text[], '{}'),
        nullif(current_setting('casebook.reason', true), ''),
        tg_table_name, 'REMOVED',
        was ->> 'siteid', was ->> 'studyid', was ->> 'subjectid', was ->> tg_argv[0],
        was);
      was := null;
      what := 'ADDED';
    elsif was -> 'removed_at' <> becomes -> 'removed_at' then
      what := case jsonb 'null' when was -> 'removed_at' then 'REMOVED' when becomes -> 'removed_at' then 'ADDED' else 'UPDATED' end;
    end if;
  end if;
  insert into public.history (actor, actor_name, groups, reason, kind, action, siteid, studyid, subjectid, id, before, after)
  values (
    who,
    coalesce(current_setting('casebook.actor_name', true), ''),
    coalesce(nullif(current_setting('casebook.groups', true), '')::text[], '{}'),
    nullif(current_setting('casebook.reason', true), ''),
    tg_table_name, what,
    row_ids ->> 'siteid', row_ids ->> 'studyid', row_ids ->> 'subjectid', row_ids ->> tg_argv[0],
    was, becomes);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_history_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'history is append-only' using errcode = 'CB002';
end $function$;

CREATE OR REPLACE FUNCTION public.values_in_order_of_type(stored jsonb, of_formtypeid text, of_siteid text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select coalesce(jsonb_agg(listed.item order by defined.place nulls last, listed.place), '[]')
  from jsonb_array_elements(stored) with ordinality as listed (item, place)
  left join (
    select min(field.place) as place, field.definition ->> 'name' as name
    from form_type, jsonb_array_elements(form_type.fields) with ordinality as field (definition, place)
    where form_type.formtypeid = of_formtypeid and form_type.siteid = of_siteid
    group by 2) defined on defined.name = listed.item ->> 'key'
$function$;

CREATE OR REPLACE FUNCTION public.variables_of_fields(fields jsonb, properties jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  -- The same as domain/src/form-types/variables.ts and column-id.ts.
  taken text[] := '{siteid,studyid,subjectid,identifier,formtypeid,version}';
  reserved constant text[] := string_to_array('byte double float if in int long using with strl else for while repeat function next break '
    || 'true false null na nan inf and as assert async await class continue def del elif except finally from global import is lambda '
    || 'none nonlocal not or pass raise return try yield', ' ');
  words constant text[] := string_to_array('true false null in as break const continue else for function if import let loop package '
    || 'namespace return var void while string bool int uint double map list bytes null_type type dyn google optional cel prototype', ' ');
  name text;
  base text;
  made text;
  suffix text;
  count int;
  variables text[] := '{}';
begin
  select taken || coalesce(array_agg(lower(properties -> (item ->> 'name') ->> 'variable')), '{}') into taken
    from jsonb_array_elements(fields) item where properties -> (item ->> 'name') ? 'variable';
  for name in select item ->> 'name' from jsonb_array_elements(fields) with ordinality as listed (item, place) order by place loop
    made := properties -> name ->> 'variable';
    if made is null then
      base := translate(name, 'øđðłØĐÐŁ', 'oddlODDL');
      base := replace(replace(replace(replace(base, 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
      base := replace(replace(replace(base, 'Æ', 'Ae'), 'Œ', 'Oe'), 'Þ', 'Th');
      base := regexp_replace(normalize(base, NFD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g');
      base := trim(both '_' from regexp_replace(base, '[^A-Za-z0-9]+', '_', 'g'));
      base := case when base = '' then 'field' when base ~ '^[0-9]' then 'x' || base else base end;
      count := 1;
      loop
        suffix := case when count = 1 then '' else '_' || count end;
        made := left(base, 32 - length(suffix)) || suffix;
        exit when lower(made) <> all (taken) and lower(made) <> all (reserved) and made <> all (words) and made !~* '^str[0-9]+$';
        count := count + 1;
      end loop;
      taken := taken || lower(made);
    end if;
    variables := variables || made;
  end loop;
  return to_jsonb(variables);
end $function$;

grant insert, select, update on access_token to casebook_runtime;
grant insert, select, update on access_token_use to casebook_runtime;
grant insert, select, update on activity to casebook_runtime;
grant insert, select, update on activity_type to casebook_runtime;
grant select on current_activity to casebook_runtime;
grant select on current_activity_type to casebook_runtime;
grant select on current_device to casebook_runtime;
grant select on current_form to casebook_runtime;
grant select on current_form_type to casebook_runtime;
grant select on current_reference_data to casebook_runtime;
grant select on current_running_activity to casebook_runtime;
grant select on current_site to casebook_runtime;
grant select on current_study to casebook_runtime;
grant select on current_study_document to casebook_runtime;
grant select on current_study_document_version to casebook_runtime;
grant select on current_subject to casebook_runtime;
grant insert, select, update on device to casebook_runtime;
grant delete, insert, select, update on email_code to casebook_runtime;
grant insert, select, update on export to casebook_runtime;
grant insert, select, update on export_access to casebook_runtime;
grant delete, insert, select, update on export_entry to casebook_runtime;
grant delete, insert, select, update on export_part to casebook_runtime;
grant delete, insert, select, update on export_spool to casebook_runtime;
grant delete, insert, select, update on export_work to casebook_runtime;
grant insert, select, update on form to casebook_runtime;
grant insert, select, update on form_type to casebook_runtime;
grant execute on function allow_occurrences() to casebook_runtime;
grant execute on function extend_history() to casebook_runtime;
grant execute on function gather_statistics() to casebook_runtime;
grant execute on function history_end() to casebook_runtime;
grant select on history to casebook_runtime;
grant select on history_1 to casebook_runtime;
grant delete, insert, select, update on idempotency_key to casebook_runtime;
grant delete, insert, select, update on import_job to casebook_runtime;
grant delete, insert, select, update on limit_hit to casebook_runtime;
grant delete, insert, select, update on mail to casebook_runtime;
grant delete, insert, select, update on measure to casebook_runtime;
grant delete, insert, select, update on measured_file to casebook_runtime;
grant delete, insert, select, update on measuring to casebook_runtime;
grant delete, insert, select, update on outdated_facts to casebook_runtime;
grant delete, insert, select on pending_upload to casebook_runtime;
grant delete, insert, select, update on person to casebook_runtime;
grant delete, insert, select, update on person_asserted to casebook_runtime;
grant delete, insert, select, update on provider_state to casebook_runtime;
grant insert, select, update on reference_data to casebook_runtime;
grant delete, insert, select, update on running_activity to casebook_runtime;
grant delete, insert, select, update on session to casebook_runtime;
grant insert, select, update on site to casebook_runtime;
grant insert, select, update on study to casebook_runtime;
grant insert, select, update on study_document to casebook_runtime;
grant insert, select, update on study_document_version to casebook_runtime;
grant insert, select, update on subject to casebook_runtime;
grant delete, insert, select, update on subject_device to casebook_runtime;
grant delete, insert, select, update on subject_facts to casebook_runtime;
grant delete, insert, select, update on subject_visit to casebook_runtime;
grant insert, select, update on task_run to casebook_runtime;
grant delete, insert, select, update on used_once to casebook_runtime;
grant delete, insert, select, update on visit to casebook_runtime;
grant select on worn to casebook_runtime;
