-- Names that look the same are the same: their keys ignore kinds and numbers of blanks, and code points that Unicode calls
-- default-ignorable. The server makes the keys of new names (text.rules.ts); this renews those that are stored.
--
-- Where two names of one study get the same key, the one that already has it or was added first gets it. The others keep
-- the key that they have, so that both remain as they are; a new name like either of them is refused.

create function same_name(old_key text) returns text language sql immutable parallel safe as $$
  select normalize(btrim(regexp_replace(regexp_replace(old_key,
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
      || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'),
    '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g')), NFC)
$$;

do $$
declare
  t record;
begin
  perform set_config('casebook.actor', 'system:migrate', true), set_config('casebook.actor_name', 'migrate', true),
    set_config('casebook.groups', '', true),
    set_config('casebook.reason', 'Names that differ only in blanks or invisible characters are the same from now on.', true);
  for t in select * from (values
    ('activity_type', 'activitytypeid', 'description_key', 'removed_at is null'),
    ('form_type', 'formtypeid', 'identifier_key', 'removed_at is null'),
    ('subject', 'subjectid', 'identifier_key', 'identifier_key is not null')) as x (name, id, key, which)
  loop
    execute format('
      with named as (
        select %2$I as id, siteid, %3$I as key, same_name(%3$I) as new_key,
          row_number() over (partition by siteid, studyid, same_name(%3$I)
            order by same_name(%3$I) <> %3$I, created_at, %2$I) as place
        from %1$I where %4$s)
      update %1$I as record set %3$I = named.new_key from named
      where record.%2$I = named.id and record.siteid = named.siteid and named.key <> named.new_key and named.place = 1', t.name, t.id, t.key, t.which);
  end loop;
end $$;

drop function same_name(text);
