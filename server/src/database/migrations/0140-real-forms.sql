-- Fields say more than name, type, required, length and pattern, and form types have checks, numbered versions and a draft.
-- What an earlier release does not know is in columns of its own, so that it keeps it.

alter table form_type add column properties jsonb constraint form_type_properties_check check (jsonb_typeof(properties) = 'object');
comment on column form_type.properties is 'By the name of a field: its properties besides those in fields. Null if no field has any.';
alter table form_type add column checks jsonb not null default '[]' constraint form_type_checks_check check (jsonb_typeof(checks) = 'array');
alter table form_type add column number integer not null default 1 constraint form_type_number_check check (number >= 1);
comment on column form_type.number is 'The published version. The history has what each number was.';
alter table form_type add column draft jsonb constraint form_type_draft_check check (jsonb_typeof(draft) = 'object');
comment on column form_type.draft is 'What would be published: identifier, fields, properties and checks.';

alter table form add column confirmed jsonb constraint form_confirmed_check check (jsonb_typeof(confirmed) = 'array');
comment on column form.confirmed is 'The unusual values that a person confirmed: key, value, reason. Null if there are none.';

create or replace view current_form_type as
  select form_type.* from form_type join current_study using (studyid, siteid) where form_type.removed_at is null;
create or replace view current_form as
  select form.* from form join current_subject using (subjectid, siteid) where form.removed_at is null;

create function merged_fields(fields jsonb, properties jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when properties is null or properties = 'null' then fields else (
    select coalesce(jsonb_agg(listed.item || coalesce(properties -> (listed.item ->> 'name'), '{}') order by listed.place), '[]')
    from jsonb_array_elements(fields) with ordinality as listed (item, place)) end
$$;
comment on function merged_fields is 'The fields of a form type, each with its properties.';

create function variables_of_fields(fields jsonb, properties jsonb) returns jsonb language plpgsql immutable parallel safe as $$
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
end $$;
comment on function variables_of_fields is 'The name of each field in expressions and exports, in their order.';
