import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { callAs } from '../api.ts'
import { startCasebook } from '../casebook.ts'
import { newSite, newStudy } from '../new-site.ts'
import { copyTestbeds, freePorts, type Testbeds } from './beds.ts'

const files = 8
const fileBytes = 12_000_000
/** Bytes per second to and from the store, slow enough to kill the server between two reports of progress. */
const rate = { up: 6_000_000, down: 6_000_000 }

let beds: Testbeds

// Ceph is started first.
test.setTimeout(300_000)

test.beforeAll(async () => {
  beds = await copyTestbeds(process.env.CASEBOOK_TESTBEDS ?? '')
})
test.afterAll(() => beds.destroy())

test('an export is written to Ceph in parts, and continues after its server was killed', async ({ playwright }) => {
  const port = await freePorts(40)
  const address = `http://127.0.0.1:${port}`
  const s3 = await beds.start('s3.sh', 's3', { port: port + 1, 'mon-port': port + 10, origin: address })
  const line = await beds.startLine(port + 1)
  const env = { ...s3.env, S3_ENDPOINT: line.address, PORT: String(port), EXAMPLE_DATA: 'false' }
  const start = () => startCasebook({ dataDir: join(beds.home, 'data'), env })
  let casebook = await start()
  const context = await playwright.request.newContext()
  const admin = await callAs(context, address, 'admin')
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Export')
  const made = await admin<{ subject: { subjectid: string }; type: { activitytypeid: string } }>(
    `mutation ($input: AddSubjectV2Input!, $studyid: ID!) { subject: addSubjectV2(input: $input) { subjectid }
      type: addActivityType(studyid: $studyid, description: "Walk") { activitytypeid } }`,
    { input: { siteid, studyid, identifier: 'S-1' }, studyid },
  )
  const { subjectid } = made.subject
  const { activitytypeid } = made.type
  await admin('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, activitytypeid, startTime: 1_792_476_000, stopTime: 1_792_476_600 },
  })
  for (let file = 0; file < files; file += 1) {
    const bytes = Buffer.alloc(fileBytes, `row ${file}\n`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { added } = await admin<{ added: { referencedataid: string; objectUrl: string; fields: string } }>(
      `mutation ($subjectid: ID!, $input: ReferenceDataInput!) {
        added: addReferenceData(subjectid: $subjectid, input: $input) { referencedataid objectUrl fields } }`,
      { subjectid, input: { siteid, studyid, activitytypeid, filename: `${file}.csv`, sha256 } },
    )
    const form = new FormData()
    for (const field of added.fields.slice(1, -1).split(',')) {
      const [name = '', ...value] = field.split('=')
      form.append(name, value.join('='))
    }
    form.append('file', new Blob([bytes]))
    expect((await fetch(added.objectUrl, { method: 'POST', body: form })).status).toBe(200)
    await admin(
      'mutation ($s: ID!, $r: ID!) { completeReferenceData(subjectid: $s, referencedataid: $r) { status } }',
      { s: subjectid, r: added.referencedataid },
    )
  }
  await line.limit(rate)
  const { addExport } = await admin<{ addExport: { exportid: string } }>(
    'mutation ($input: ExportInput!) { addExport(input: $input) { exportid } }',
    { input: { siteid, studyid } },
  )
  const { exportid } = addExport
  type Found = { getExport: { state: string; done: number; sha256: string | null; problem: string | null } }
  const look = async () =>
    (
      await admin<Found>('query ($id: ID!) { getExport(exportid: $id) { state done sha256 problem } }', {
        id: exportid,
      })
    ).getExport
  let kills = 0
  for (;;) {
    const found = await look()
    if (found.state === 'DONE') break
    expect(['WAITING', 'RUNNING']).toContain(found.state)
    if (kills < 2 && found.done > ((kills + 1) * files * fileBytes) / 4) {
      await casebook.kill()
      kills += 1
      casebook = await start()
      if (kills === 2) await line.limit()
    }
    await wait(100)
  }
  expect(kills).toBe(2)
  const { sha256 } = await look()
  const { getExportLink } = await admin<{ getExportLink: string }>(
    'query ($id: ID!) { getExportLink(exportid: $id) }',
    { id: exportid },
  )
  const part = await fetch(getExportLink, { headers: { range: 'bytes=0-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'PK\x03\x04'])
  const path = join(beds.home, 'bundle.zip')
  await writeFile(path, Buffer.from(await (await fetch(getExportLink)).arrayBuffer()))
  const script = `
import hashlib, json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
manifest = z.read("manifest.json")
for entry in json.loads(manifest)["entries"]:
    assert hashlib.sha256(z.read(entry["path"])).hexdigest() == entry["sha256"], entry
print(hashlib.sha256(manifest).hexdigest(), len([name for name in z.namelist() if name.startswith("files/")]))`
  expect(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }).trim()).toBe(`${sha256} ${files}`)
  await context.dispose()
  await casebook.stop()
  await line.close()
})
