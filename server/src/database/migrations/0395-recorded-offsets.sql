-- A recorder's clock without a zone is read by the UTC offset that its file contains (utcOffset in
-- domain/src/reference-data/file-description.ts). Files described before. Nothing that anybody wrote is changed, so that no history is.
alter table reference_data disable trigger user;
update reference_data set recorded_from = told.begun, recorded_to = told.begun + (description ->> 'duration')::double precision,
  recorded_gaps = coalesce((
    select array_agg(place order by at, place) from jsonb_array_elements(description -> 'gaps' -> 'longest') gap,
      lateral (select (gap ->> 'at')::double precision as at) begins,
      lateral unnest(array[told.begun + at, told.begun + at + (gap ->> 'seconds')::double precision]) place), '{}')
from (
  select referencedataid, clock_correction + (description ->> 'start')::double precision - 60 * (remark -> 'params' ->> 'minutes')::double precision as begun
  from reference_data, jsonb_array_elements(description -> 'recognised') remark
  where zone is null and description ->> 'clock' <> 'utc' and remark ->> 'code' = 'utc-offset'
    and jsonb_typeof(remark -> 'params' -> 'minutes') = 'number'
    and jsonb_typeof(description -> 'start') = 'number' and jsonb_typeof(description -> 'duration') = 'number') told
where told.referencedataid = reference_data.referencedataid;
alter table reference_data enable trigger user;
