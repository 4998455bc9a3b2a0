import type pg from 'pg'

/**
 * Gives the studies of a site a schedule of this many visits, puts their forms and activities into the first ones, and
 * says of half of the visits of each subject what became of them. The connection is that of `fill`.
 */
export async function fillVisits(superuser: pg.Client, siteid: string, visits: number): Promise<void> {
  const run = (text: string, values: unknown[]) => superuser.query(text, values)
  await run(
    `insert into visit (visitid, siteid, studyid, place, name, name_key, day, days_before, days_after, formtypeids, activitytypeids)
    select 'visit' || place || studyid, siteid, studyid, place, 'Visit ' || place, 'visit ' || place, place * 28, 3, 7,
      (select array_agg(formtypeid) from form_type where form_type.studyid = study.studyid),
      (select array_agg(activitytypeid) from activity_type where activity_type.studyid = study.studyid)
    from study, generate_series(0, $2::int - 1) place where siteid = $1`,
    [siteid, visits],
  )
  for (const [table, type] of [
    ['form', 'formtypeid'],
    ['activity', 'activitytypeid'],
  ] as const) {
    const placed = `select ${type}, (row_number() over (partition by studyid order by ${type}) - 1)::int as place from ${table}_type where siteid = $1`
    await run(
      `update ${table} set visitid = 'visit' || placed.place || ${table}.studyid from (${placed}) placed
      where placed.${type} = ${table}.${type} and ${table}.siteid = $1`,
      [siteid],
    )
  }
  await run(
    `update reference_data set visitid = activity.visitid from activity where reference_data.siteid = $1
      and activity.subjectid = reference_data.subjectid and activity.activitytypeid = reference_data.activitytypeid`,
    [siteid],
  )
  await run(
    `insert into subject_visit (subjectid, visitid, occurrence, siteid, studyid, state, date)
    select subjectid, 'visit' || place || studyid, 1, siteid, studyid, 'DONE', '2024-03-01'
    from subject, generate_series(0, $2::int / 2 - 1) place where siteid = $1`,
    [siteid, visits],
  )
}
