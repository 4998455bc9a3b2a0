// A hand-written server for a list and a save: Node's own HTTP, a session, one prepared statement that returns JSON.
// Measured beside Casebook to see the cost of generality. Responds to {"studyid": …} with the study's subjects and ids,
// and to {"subjectid": …, "formtypeid": …, "fields": […]} with the form's new version. It saves without validation, but
// with the history, which is written by a trigger.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'

const { DATABASE_URL: connectionString = '', POOL_SIZE = '20' } = process.env
const pool = new pg.Pool({ connectionString, max: Number(POOL_SIZE) })

const session = {
  name: 'session',
  text: `select p.personid, p.all_sites, p.sites from session s join person p using (personid)
    where s.sessionid = $1 and p.state = 'active' and s.last_active_at + interval '8 hours' > now()`,
}
const subjects = {
  name: 'subjects',
  text: `with activities as materialized (
      select activity.subjectid, json_agg(json_build_object('activitytypeid', activity.activitytypeid)
        order by activity_type.description_key collate "C") as list
      from activity join activity_type using (activitytypeid, siteid)
      where activity.studyid = $1 and activity.removed_at is null group by activity.subjectid),
    devices as materialized (
      select subject_device.subjectid, json_agg(json_build_object('deviceid', device.deviceid, 'position', subject_device.position)
        order by subject_device.place) as list
      from subject_device join device using (deviceuid, siteid) where subject_device.studyid = $1 group by subject_device.subjectid),
    forms as materialized (
      select form.subjectid, json_agg(json_build_object('formtypeid', form.formtypeid)
        order by form_type.identifier_key collate "C") as list
      from form join form_type using (formtypeid, siteid)
      where form.studyid = $1 and form.removed_at is null group by form.subjectid)
    select json_agg(json_build_object('siteid', subject.siteid, 'studyid', subject.studyid, 'subjectid', subject.subjectid,
        'identifier', subject.identifier, 'status', subject.status, 'activities', coalesce(activities.list, '[]'),
        'devices', coalesce(devices.list, '[]'), 'forms', coalesce(forms.list, '[]'))
      order by subject.identifier_key collate "C")::text as json
    from subject left join activities using (subjectid) left join devices using (subjectid) left join forms using (subjectid)
    where subject.studyid = $1 and ($2 or subject.siteid = any($3))`,
}

const save = {
  name: 'save',
  text: `with actor as materialized (select set_config('casebook.actor', $1, true), set_config('casebook.actor_name', '', true),
        set_config('casebook.groups', '', true))
    update form set fields = $4::jsonb from actor
    where form.subjectid = $2 and form.formtypeid = $3 and form.removed_at is null and ($5 or form.siteid = any($6))
    returning json_build_object('formtypeid', form.formtypeid, 'version', form.version)::text as json`,
}

type Asked = { studyid?: string; subjectid?: string; formtypeid?: string; fields?: unknown }
type Person = { personid: string; all_sites: boolean; sites: string[] }

function statementFor({ studyid, subjectid, formtypeid, fields }: Asked, person: Person) {
  const sites = [person.all_sites, person.sites]
  return studyid === undefined
    ? { ...save, values: [person.personid, subjectid, formtypeid, JSON.stringify(fields), ...sites] }
    : { ...subjects, values: [studyid, ...sites] }
}

const server = createServer(async (request, response) => {
  try {
    const token = /casebook_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const asked: Asked = JSON.parse(await text(request))
    const sessionid = createHash('sha256').update(token).digest('hex')
    const [person] = (await pool.query({ ...session, values: [sessionid] })).rows
    if (!person) return response.writeHead(401).end()
    const { rows } = await pool.query(statementFor(asked, person))
    const body = Buffer.from(`{"data":${rows[0]?.json ?? null}}`)
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
      .end(body)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) console.log(`The server is ready: http://127.0.0.1:${address.port}`)
})
