import { createHash } from 'node:crypto'
import { maxDocumentBytes } from '@casebook/domain/study-documents/study-documents.rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../test/beds/casebook.ts'
import { openFilesBed, upload } from '../../test/beds/files-bed.ts'
import { openLive, until } from '../../test/beds/live.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { asSuperuser } from '../../test/beds/replay.ts'
import { listFileRows, withConnection } from '../commands/contents/tables.sql.ts'

let bed: Awaited<ReturnType<typeof openFilesBed>>
let coordinator: Awaited<ReturnType<typeof bed.casebook.as>>

beforeAll(async () => {
  bed = await openFilesBed()
  coordinator = await bed.casebook.as('coordinator')
})
afterAll(() => bed.stop())

const version = 'number filename date status size sha256 downloadUrl viewUrl objectUrl fields uploadedBy'
const document = `documentid title kind version changedBy versions { ${version} }`
const pdf = '%PDF-1.4 …'

async function addDocument(more: Record<string, unknown> = {}) {
  const input = { studyid: bed.study.studyid, title: 'Protocol', kind: 'protocol', filename: 'protocol.pdf', ...more }
  return run(coordinator, 'addStudyDocument', { input }, document)
}

async function addUploaded(more: Record<string, unknown> = {}, content = pdf) {
  const added = await addDocument(more)
  expect(await upload(added.versions[0], content)).toBe(200)
  const ids = { documentid: added.documentid, number: 1 }
  return run(coordinator, 'completeStudyDocument', ids, document)
}

async function find(documentid: string) {
  const listed = await run(bed.nurse, 'listStudyDocuments', { studyid: bed.study.studyid }, document)
  return listed.find((one: { documentid: string }) => one.documentid === documentid)
}

test('a date of blanks is no date', async () => {
  const added = await addDocument({ date: ' ' })
  expect((await find(added.documentid)).versions).toMatchObject([{ date: null }])
})

test('a change of a document is told as a change of its study, whose page shows its history', async () => {
  const { siteid, studyid } = bed.study
  const live = openLive(bed.nurse)
  const { changes } = live.watch('onStudiesUpdates', { siteid })
  // What was changed before the subscription began is not told.
  await until('the study is told', async () => {
    await addDocument()
    return changes.some(({ action, id }) => action === 'UPDATED' && id === studyid)
  })
  await live.close()
})

test('a document is uploaded, listed with its version, and served as an attachment', async () => {
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const added = await addDocument({ title: ' Protocol  ', sha256, date: '2026-10-20' })
  expect(added).toMatchObject({ title: 'Protocol', kind: 'protocol', version: 1 })
  expect(added.versions).toMatchObject([{ number: 1, status: 'PENDING', size: null, downloadUrl: null, viewUrl: null }])
  expect(await upload(added.versions[0], pdf)).toBe(200)
  const ids = { documentid: added.documentid, number: 1 }
  await run(coordinator, 'completeStudyDocument', ids, document)
  const stored = await find(added.documentid)
  expect(stored.versions).toMatchObject([
    {
      number: 1,
      filename: 'protocol.pdf',
      date: '2026-10-20',
      status: 'UPLOADED',
      sha256,
      objectUrl: null,
      fields: null,
    },
  ])
  expect(stored.versions[0].size).toBe(Buffer.byteLength(pdf))
  const answer = await fetch(stored.versions[0].downloadUrl)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="protocol.pdf"/)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(await answer.text()).toBe(pdf)
})

test('a PDF file or an image is shown in a frame that runs nothing, and nothing else is shown', async () => {
  const shown = await addUploaded()
  const answer = await fetch(shown.versions[0].viewUrl)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="protocol.pdf"/)
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; sandbox; style-src 'unsafe-inline'; frame-ancestors 'self'",
  )
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const { searchParams } = new URL(shown.versions[0].viewUrl)
  expect(searchParams.get('response-content-type')).toBe('application/pdf')
  const forged = shown.versions[0].viewUrl.replace('application%2Fpdf', 'text%2Fhtml')
  expect((await fetch(forged)).status).toBe(403)

  for (const filename of ['letter.docx', 'page.html', 'drawing.svg', 'notes.txt']) {
    const only = await addUploaded({ filename }, '<script>alert(1)</script>')
    expect(only.versions[0]).toMatchObject({ status: 'UPLOADED', viewUrl: null })
    const attachment = await fetch(only.versions[0].downloadUrl)
    expect(attachment.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(attachment.headers.get('content-type')).toBe('application/octet-stream')
  }
})

test('each upload is a version, the earlier ones stay, and two at once get numbers of their own', async () => {
  const { documentid } = await addUploaded()
  const next = (filename: string) =>
    run(coordinator, 'addStudyDocumentVersion', { documentid, filename }, document).then(({ versions }) => versions)
  const [one, other] = await Promise.all([next('second.pdf'), next('third.pdf')])
  const begun = [one.at(-1), other.at(-1)].sort((a, b) => a.number - b.number)
  expect(begun.map(({ number }) => number)).toEqual([2, 3])
  // Only the version that the call began has a form.
  expect(one.slice(0, -1).map(({ objectUrl }: { objectUrl: unknown }) => objectUrl)).not.toContain(bed.casebook.origin)
  for (const { number, ...form } of begun) {
    expect(await upload(form, `version ${number}`)).toBe(200)
    await run(coordinator, 'completeStudyDocument', { documentid, number })
  }
  const { versions, ...rest } = await find(documentid)
  expect(rest.version).toBe(3)
  expect(versions.map(({ number, status }: { number: number; status: string }) => [number, status])).toEqual([
    [1, 'UPLOADED'],
    [2, 'UPLOADED'],
    [3, 'UPLOADED'],
  ])
  expect(await (await fetch(versions[0].downloadUrl)).text()).toBe(pdf)
})

test('a version whose file has not arrived is begun again by whoever began it, and no other is', async () => {
  const { documentid } = await addUploaded()
  const begin = (more: Record<string, unknown>, as = coordinator) =>
    run(as, 'addStudyDocumentVersion', { documentid, filename: 'second.pdf', ...more }, document)
  const added = await begin({ date: '2026-10-19' })
  const again = await begin({ date: '2026-10-20', filename: 'other.pdf', replaces: 2 })
  expect(again).toMatchObject({ version: added.version, versions: [{ number: 1 }, { number: 2 }] })
  expect(again.versions[1]).toMatchObject({ filename: 'other.pdf', date: '2026-10-20', status: 'PENDING' })
  expect(await upload(again.versions[1], 'second')).toBe(200)
  await run(coordinator, 'completeStudyDocument', { documentid, number: 2 })
  // Its file has arrived, the first is not the latest, and somebody else's is not taken over.
  expect((await begin({ replaces: 2 })).versions).toHaveLength(3)
  expect((await begin({ replaces: 1 })).versions).toHaveLength(4)
  expect((await begin({ replaces: 4 }, await bed.casebook.as('admin'))).versions).toHaveLength(5)
  const { versions } = await find(documentid)
  expect(await (await fetch(versions[1].downloadUrl)).text()).toBe('second')
})

test('two people of one name do not begin each other’s versions again', async () => {
  const [one, other] = await Promise.all(
    [1, 2].map(() => addPerson(bed.casebook, 'Kari Nordmann', { groups: ['study:admin'] })),
  )
  if (!one || !other) throw new Error('Somebody is missing.')
  const { documentid } = await addUploaded()
  const begin = (as: Person, replaces?: number) =>
    run(
      as,
      'addStudyDocumentVersion',
      { documentid, filename: `${as === one ? 'one' : 'other'}.pdf`, replaces },
      document,
    )
  expect((await begin(one)).versions).toHaveLength(2)
  const { versions } = await begin(other, 2)
  expect(versions.map(({ filename }: { filename: string }) => filename)).toEqual([
    'protocol.pdf',
    'one.pdf',
    'other.pdf',
  ])
  expect((await begin(other, 3)).versions).toHaveLength(3)
  // Another one has come after it.
  expect((await begin(one, 2)).versions).toHaveLength(4)
})

test('a removed document is gone from the list with its versions, and comes back unchanged', async () => {
  const before = await addUploaded()
  const { documentid } = before
  await run(coordinator, 'removeStudyDocument', { documentid })
  expect(await find(documentid)).toBeUndefined()
  const missing = { code: 'NOT_FOUND', field: 'documentid' }
  expect(await refusal(coordinator, 'removeStudyDocument', { documentid })).toMatchObject(missing)
  expect(await refusal(coordinator, 'addStudyDocumentVersion', { documentid, filename: 'a.pdf' })).toMatchObject(
    missing,
  )
  expect(await refusal(coordinator, 'completeStudyDocument', { documentid, number: 1 })).toMatchObject(missing)
  const removed = await run(bed.admin, 'listRemoved', {}, 'kind id name')
  expect(removed).toContainEqual({ kind: 'STUDY_DOCUMENT', id: documentid, name: 'Protocol' })
  await run(coordinator, 'putBackStudyDocument', { documentid, reason: 'a slip' })
  const after = await find(documentid)
  expect(after.versions[0]).toMatchObject({ number: 1, status: 'UPLOADED', size: before.versions[0].size })
  expect(await refusal(coordinator, 'putBackStudyDocument', { documentid })).toMatchObject(missing)
  const history = await asSuperuser<{ action: string; reason: string | null }>(
    bed.casebook,
    `select action, reason from history where kind = 'study_document' and id = $1 order by historyid`,
    [documentid],
  )
  expect(history.map(({ action, reason }) => `${action} ${reason}`)).toEqual([
    'ADDED null',
    'REMOVED null',
    'ADDED a slip',
  ])
})

test('the sweep settles a document that nobody completed', async () => {
  const { documentid, versions } = await addDocument()
  const late = await addDocument()
  expect(await upload(versions[0], pdf)).toBe(200)
  await asSuperuser(
    bed.casebook,
    `set session_replication_role = replica; update study_document_version
      set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
      where documentid in ('${documentid}', '${late.documentid}')`,
  )
  await bed.sweep()
  expect((await find(documentid)).versions[0]).toMatchObject({ status: 'UPLOADED' })
  expect((await find(late.documentid)).versions[0]).toMatchObject({ status: 'FAILED' })
})

describe('a sender of a document that says on the way that it is sending', () => {
  const silence = (documentid: string, seconds: number) =>
    asSuperuser(
      bed.casebook,
      `set session_replication_role = replica;
        update study_document_version set created_at = now() - interval '3 minutes' where documentid = '${documentid}';
        update pending_upload set heard_at = now() - interval '${seconds} seconds' from study_document_version sent
        where sent.object_name = pending_upload.object_name and documentid = '${documentid}' and heard_at is not null`,
    )
  const statusOf = async ({ documentid }: { documentid: string }, number = 1) =>
    (await find(documentid)).versions[number - 1].status
  const say = ({ documentid }: { documentid: string }, more: object, by: Person = coordinator) =>
    run(by, 'completeStudyDocument', { documentid, number: 1, ...more }, 'documentid')

  test('and then nothing has stopped, from its beginning on; one that never said so has the time of its policy', async () => {
    const begun = await addDocument({ sending: true })
    const heard = await addDocument({ sending: true })
    const quiet = await addDocument()
    for (const { documentid } of [begun, heard, quiet]) await silence(documentid, 151)
    await say(heard, { sending: true })
    await bed.sweepSilentOnes()
    expect([await statusOf(begun), await statusOf(heard), await statusOf(quiet)]).toEqual([
      'FAILED',
      'PENDING',
      'PENDING',
    ])
    await silence(heard.documentid, 151)
    await bed.sweepSilentOnes()
    expect(await statusOf(heard)).toBe('FAILED')
  })

  test('and that it has stopped is believed at once, and that somebody else does not', async () => {
    const own = await addDocument({ sending: true })
    const other = await addPerson(bed.casebook, 'Berit', { groups: ['hp', 'study:admin'] })
    await say(own, { stopped: true }, other)
    expect(await statusOf(own)).toBe('PENDING')
    await say(own, { stopped: true })
    expect(await statusOf(own)).toBe('FAILED')
  })

  test('holds for the next version, too, and for one that is begun again', async () => {
    const { documentid } = await addUploaded()
    const next = { documentid, filename: 'second.pdf' }
    await run(coordinator, 'addStudyDocumentVersion', { ...next, sending: true }, document)
    await run(coordinator, 'addStudyDocumentVersion', { ...next, replaces: 2, sending: true }, document)
    await silence(documentid, 151)
    await bed.sweepSilentOnes()
    expect([await statusOf({ documentid }), await statusOf({ documentid }, 2)]).toEqual(['UPLOADED', 'FAILED'])
  })
})

describe('what does not fit is refused, and changes nothing', () => {
  test.each([
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ kind: '' }, 'kind'],
    [{ kind: 'x'.repeat(51) }, 'kind'],
    [{ filename: '' }, 'filename'],
    [{ filename: 'a\u202Egpj.exe' }, 'filename'],
    [{ sha256: 'x' }, 'sha256'],
    [{ date: '2026-02-30' }, 'date'],
  ])('%o', async (wrong, field) => {
    const count = async () => (await run(bed.nurse, 'listStudyDocuments', { studyid: bed.study.studyid })).length
    const before = await count()
    const input = { studyid: bed.study.studyid, title: 'A', kind: 'other', filename: 'a.pdf', ...wrong }
    expect(await refusal(coordinator, 'addStudyDocument', { input })).toMatchObject({ code: 'BAD_INPUT', field })
    expect(await count()).toBe(before)
  })

  test('a file of more than 50 MB', async () => {
    const { versions } = await addDocument()
    const policy = /policy=([^,}]+)/.exec(versions[0].fields)?.[1] ?? ''
    const { conditions } = JSON.parse(Buffer.from(policy, 'base64').toString())
    expect(conditions).toContainEqual(['content-length-range', 1, maxDocumentBytes])
  })
})

test('a study that is closed takes documents, and keeps them', async () => {
  const { siteid } = bed.study
  const { studyid } = await run(coordinator, 'addStudy', { siteid, name: 'Finished' }, 'studyid')
  await run(coordinator, 'updateStudy', { siteid, studyid, input: { name: 'Finished', status: 'CLOSED' } })
  const { documentid } = await addDocument({ studyid, title: 'Final report', kind: 'other' })
  await run(coordinator, 'removeStudyDocument', { documentid })
  await run(bed.admin, 'restoreRemoved', { kind: 'STUDY_DOCUMENT', id: documentid, name: 'Final report, signed' })
  expect(await run(bed.nurse, 'listStudyDocuments', { studyid }, 'title')).toEqual([{ title: 'Final report, signed' }])
})

test('backups and verify-files know the file of each version, also of a removed document', async () => {
  const { documentid, versions } = await addUploaded()
  await run(coordinator, 'removeStudyDocument', { documentid })
  const [stored] = await asSuperuser<{ object_name: string }>(
    bed.casebook,
    `select object_name from study_document_version where documentid = $1`,
    [documentid],
  )
  const rows = await withConnection(bed.casebook.database.owner, listFileRows)
  expect(rows.find((row) => row.object_name === stored?.object_name)).toMatchObject({
    status: 'UPLOADED',
    size: versions[0].size,
  })
})

test('listChanges reports a document and its versions under the id of the document', async () => {
  const { position } = await run(bed.admin, 'listChanges', {}, 'position')
  const { documentid } = await addUploaded()
  const { studyid } = bed.study
  await until('the changes are reported', async () => {
    const { changes } = await run(bed.admin, 'listChanges', { after: position }, 'changes { kind action id studyid }')
    const own = changes.filter(({ id }: { id: string }) => id === documentid)
    return (
      JSON.stringify(own) ===
      JSON.stringify([
        { kind: 'STUDY_DOCUMENT', action: 'ADDED', id: documentid, studyid },
        { kind: 'STUDY_DOCUMENT', action: 'UPDATED', id: documentid, studyid },
      ])
    )
  })
})
