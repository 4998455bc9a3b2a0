-- The form type with ten fields that all measurements use, and one set of values for it.
create function pg_temp.form_type_fields() returns jsonb language sql immutable as $$
  select '[
    {"name": "date", "type": "Date", "required": true, "length": null, "pattern": null},
    {"name": "Arrived at", "type": "Time", "required": true, "length": null, "pattern": null},
    {"name": "Age", "type": "Number", "required": true, "length": null, "pattern": null},
    {"name": "Height in cm", "type": "Number", "required": false, "length": null, "pattern": null},
    {"name": "Weight in kg", "type": "Number", "required": false, "length": null, "pattern": null},
    {"name": "Writing hand", "type": "Choice", "required": true, "length": null, "pattern": "left|right"},
    {"name": "Walks without aid", "type": "Boolean", "required": true, "length": null, "pattern": null},
    {"name": "Ward", "type": "String", "required": false, "length": 40, "pattern": "[A-Z]{2}-[0-9]{1,3}"},
    {"name": "Diagnosis", "type": "String", "required": false, "length": 200, "pattern": null},
    {"name": "Remarks", "type": "String", "required": false, "length": 2000, "pattern": null}
  ]'::jsonb
$$;

create function pg_temp.form_fields(n bigint) returns jsonb language sql immutable as $$
  select jsonb_build_array(
    jsonb_build_object('key', 'date', 'value', (1704110400 + n % 700 * 86400)::text),
    jsonb_build_object('key', 'Arrived at', 'value', '08:' || lpad((n % 60)::text, 2, '0')),
    jsonb_build_object('key', 'Age', 'value', (20 + n % 70)::text),
    jsonb_build_object('key', 'Height in cm', 'value', (150 + n % 50)::text),
    jsonb_build_object('key', 'Weight in kg', 'value', (50 + n % 60)::text || '.5'),
    jsonb_build_object('key', 'Writing hand', 'value', case n % 2 when 0 then 'left' else 'right' end),
    jsonb_build_object('key', 'Walks without aid', 'value', case n % 3 when 0 then 'false' else 'true' end),
    jsonb_build_object('key', 'Ward', 'value', 'AB-' || n % 900),
    jsonb_build_object('key', 'Diagnosis', 'value', 'Gait disturbance, follow-up after fitting number ' || n % 12),
    jsonb_build_object('key', 'Remarks', 'value', 'Wore own shoes; strap moved once during the second walk.'))
$$;

-- An id in the server's format: ordered by time, 36 characters.
create function pg_temp.id(kind text, n bigint) returns text language sql immutable as $$
  select substr(lpad(to_hex(n), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex(n), 12, '0'), 9, 4)
    || '-7' || substr(md5(kind || n), 1, 3) || '-8' || substr(md5(kind || n), 4, 3) || '-' || substr(md5(kind || n), 7, 12)
$$;
