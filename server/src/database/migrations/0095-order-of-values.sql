-- Orders the values of a form as a function of its own: written out in each query, the rarely needed sorting cost every
-- query that reads forms the setup of its plan.

create function values_in_order_of_type(stored jsonb, of_formtypeid text, of_siteid text) returns jsonb
language sql stable parallel safe as $$
  select coalesce(jsonb_agg(listed.item order by defined.place nulls last, listed.place), '[]')
  from jsonb_array_elements(stored) with ordinality as listed (item, place)
  left join (
    select min(field.place) as place, field.definition ->> 'name' as name
    from form_type, jsonb_array_elements(form_type.fields) with ordinality as field (definition, place)
    where form_type.formtypeid = of_formtypeid and form_type.siteid = of_siteid
    group by 2) defined on defined.name = listed.item ->> 'key'
$$;
comment on function values_in_order_of_type is 'A form''s values in the order of the type''s fields, values of retired fields last.';
