import type pg from 'pg'

const formTypes = 4
const activityTypes = 10
const fields = 30

/** A value of every field type, and two texts that break readers. */
const samples = [
  { type: 'String', value: '=cmd|"x"!A1\nÅse' },
  { type: 'Number', value: '1.50' },
  { type: 'Date', value: '1732190400' },
  { type: 'Boolean', value: 'true' },
  { type: 'Choice', value: 'Right, =1+1' },
  { type: 'Time', value: '24:30' },
  { type: 'String', value: "'quoted', NA, \u202e😀" },
]

/** One study of a site, with hostile text and every field type. Object names are `bench/fileN`. */
export async function fillStudy(
  client: pg.Client,
  { subjects, files, fileBytes }: { subjects: number; files: number; fileBytes: number },
): Promise<void> {
  const run = (text: string, parameters: unknown[] = []) => client.query(text, parameters)
  await run(`set casebook.actor = 'system:bench'`)
  await run(`set casebook.actor_name = 'bench'`)
  await run(`insert into site (siteid, name) values ('bench', 'Bench')`)
  await run(`insert into study (siteid, studyid, name) values ('bench', 'bench', 'Bench')`)
  const list = Array.from({ length: fields }, (_, place) => ({
    name: `Field ${place}`,
    type: samples[place % samples.length]?.type,
    required: false,
    length: null,
    pattern: samples[place % samples.length]?.type === 'Choice' ? 'Left|Right, =1+1|Å' : null,
  }))
  const answers = list.map(({ name }, place) => ({ key: name, value: samples[place % samples.length]?.value }))
  await run(
    `insert into form_type (formtypeid, siteid, studyid, identifier, identifier_key, fields)
    select 'form' || n, 'bench', 'bench', 'Form ' || n, 'form ' || n, $1::jsonb from generate_series(1, $2::int) n`,
    [JSON.stringify(list), formTypes],
  )
  await run(
    `insert into activity_type (activitytypeid, siteid, studyid, description, description_key)
    select 'activity' || n, 'bench', 'bench', 'Activity ' || n, 'activity ' || n from generate_series(1, $1::int) n`,
    [activityTypes],
  )
  await run(
    `insert into subject (subjectid, siteid, studyid, identifier, identifier_key)
    select 'subject' || n, 'bench', 'bench', 'S-' || n, 's-' || n from generate_series(1, $1::int) n`,
    [subjects],
  )
  await run(
    `insert into form (subjectid, formtypeid, siteid, studyid, fields)
    select 'subject' || n, 'form' || f, 'bench', 'bench', $2::jsonb from generate_series(1, $1::int) n, generate_series(1, $3::int) f`,
    [subjects, JSON.stringify(answers), formTypes],
  )
  await run(
    `insert into activity (subjectid, activitytypeid, siteid, studyid, start_time, stop_time, comment)
    select 'subject' || n, 'activity' || a, 'bench', 'bench', 1732190400 + a * 600, 1732190900 + a * 600, '+even pace'
    from generate_series(1, $1::int) n, generate_series(1, $2::int) a`,
    [subjects, activityTypes],
  )
  await run(
    `insert into reference_data (referencedataid, siteid, studyid, subjectid, activitytypeid, filename, object_name, status, size, expires_at)
    select 'file' || n, 'bench', 'bench', 'subject' || (1 + n % $2::int), 'activity1', 'Måling ' || n || '.csv', 'bench/file' || n,
      'UPLOADED', $3::int, now() from generate_series(1, $1::int) n`,
    [files, subjects, fileBytes],
  )
  await run('vacuum analyze')
}
