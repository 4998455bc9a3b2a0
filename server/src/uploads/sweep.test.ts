import { problem } from '@casebook/domain/shared/problems.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { complete, openFilesBed, remove, upload } from '../../test/beds/files-bed.ts'
import { noteArriving } from './note-arriving.ts'
import { sweepUploads } from './sweep.ts'

let bed: Awaited<ReturnType<typeof openFilesBed>>

beforeAll(async () => {
  bed = await openFilesBed()
})
afterAll(() => bed.stop())

describe('the sweep', () => {
  test('settles files in the store as UPLOADED, even if no browser reported them', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await upload(file, 'abc')
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
    await bed.age(file.referencedataid, 2)
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'UPLOADED', size: 3 }])
  })

  test('fails a missing file a minute after its policy ended, and not before', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await bed.age(file.referencedataid, 15)
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
    await bed.age(file.referencedataid, 1)
    await Promise.all([bed.sweep(), bed.sweep(), bed.sweep()])
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'FAILED', size: null }])
    const { listHistory } = await bed.nurse.ask(
      'query ($studyid: ID!, $subjectid: ID!) { listHistory(studyid: $studyid, subjectid: $subjectid) { actor kind } }',
      { studyid: bed.study.studyid, subjectid },
    )
    expect(listHistory.slice(0, 2)).toEqual([
      { actor: 'sweep', kind: 'reference_data' },
      { actor: expect.not.stringMatching('sweep'), kind: 'reference_data' },
    ])
  })

  test('is not final: a file that arrives later becomes UPLOADED, whether or not a browser reports it', async () => {
    const { subjectid } = await bed.addSubject()
    const completed = await bed.addFile(subjectid)
    const abandoned = await bed.addFile(subjectid)
    for (const file of [completed, abandoned]) await bed.age(file.referencedataid, 17)
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'FAILED' }, { status: 'FAILED' }])
    for (const file of [completed, abandoned]) expect(await upload(file, 'late')).toBe(200)
    const { completeReferenceData } = await bed.nurse.ask(complete, {
      subjectid,
      referencedataid: completed.referencedataid,
    })
    expect(completeReferenceData).toMatchObject({ status: 'UPLOADED', size: 4 })
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([
      { status: 'UPLOADED', size: 4 },
      { status: 'UPLOADED', size: 4 },
    ])
  })

  test('writes nothing more about failed files', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await bed.age(file.referencedataid, 17)
    for (let rounds = 0; rounds < 3; rounds++) await bed.sweep()
    const { listHistory } = await bed.nurse.ask(
      'query ($studyid: ID!, $subjectid: ID!) { listHistory(studyid: $studyid, subjectid: $subjectid) { actor } }',
      { studyid: bed.study.studyid, subjectid },
    )
    expect(listHistory.filter(({ actor }: { actor: string }) => actor === 'sweep')).toHaveLength(1)
  })

  test('does not change deleted subjects and removed files', async () => {
    const { subjectid } = await bed.addSubject()
    const kept = await bed.addFile(subjectid)
    const removed = await bed.addFile(subjectid)
    await bed.nurse.ask(remove, { subjectid, referencedataid: removed.referencedataid })
    await bed.admin.ask(
      'mutation ($studyid: ID!, $subjectid: ID!) { removeSubject(studyid: $studyid, subjectid: $subjectid) { status } }',
      {
        studyid: bed.study.studyid,
        subjectid,
      },
    )
    for (const file of [kept, removed]) await bed.age(file.referencedataid, 60)
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
  })

  test('changes nothing while the store is down', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await bed.age(file.referencedataid, 60)
    const store = { ...bed.casebook.services.store, head: () => Promise.reject(problem('store.unavailable')) }
    await sweepUploads({ db: bed.casebook.services.db, store, log: pino({ level: 'silent' }) })
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
  })
})

describe('a sender that says on the way that it is sending', () => {
  const say = (file: { referencedataid: string }, subjectid: string, more: Record<string, boolean>, by = bed.nurse) =>
    by.ask(complete, { subjectid, referencedataid: file.referencedataid, ...more })
  const statuses = async (subjectid: string) =>
    (await bed.listFiles(subjectid)).map(({ status }: { status: string }) => status)

  test('and then nothing for 150 seconds has stopped, and one that never said so has the time of its policy', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    const quiet = await bed.addFile(subjectid)
    for (const { referencedataid } of [file, quiet]) await bed.age(referencedataid, 2)
    await say(file, subjectid, { sending: true })
    // Longer than the embedded store waits for a stalled line, and than two beats of a hidden page.
    await bed.silence(file, 135)
    await bed.sweepSilentOnes()
    expect(await statuses(subjectid)).toEqual(['PENDING', 'PENDING'])
    await bed.silence(file, 151)
    await Promise.all([bed.sweepSilentOnes(), bed.sweepSilentOnes()])
    expect((await statuses(subjectid)).sort()).toEqual(['FAILED', 'PENDING'])
    // What it sent nevertheless is not lost.
    expect(await upload(file, 'late')).toBe(200)
    await bed.sweep()
    expect((await statuses(subjectid)).sort()).toEqual(['PENDING', 'UPLOADED'])
  })

  test('and said so when it began, and then nothing, has stopped: its page went before the answer came', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid, { sending: true })
    const quiet = await bed.addFile(subjectid, { sending: false })
    for (const { referencedataid } of [file, quiet]) await bed.age(referencedataid, 3)
    await bed.sweepSilentOnes()
    expect(await statuses(subjectid)).toEqual(['PENDING', 'PENDING'])
    // Of those that were never heard of, there is no time to set back.
    for (const one of [file, quiet]) await bed.silenceOfHeard(one, 151)
    await bed.sweepSilentOnes()
    const files = await bed.listFiles(subjectid)
    const statusOf = (one: { referencedataid: string }) =>
      files.find((listed: { referencedataid: string }) => listed.referencedataid === one.referencedataid).status
    expect([statusOf(file), statusOf(quiet)]).toEqual(['FAILED', 'PENDING'])
  })

  test('and whose page went after the last byte loses nothing', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await bed.age(file.referencedataid, 2)
    await say(file, subjectid, { sending: true })
    await upload(file, 'abc')
    await bed.silence(file, 151)
    await bed.sweepSilentOnes()
    expect(await statuses(subjectid)).toEqual(['UPLOADED'])
  })

  test.each(['by the sweep', 'by a colleague'])(
    'and is heard of while it is looked for %s is waited for',
    async (how) => {
      const { subjectid } = await bed.addSubject()
      const file = await bed.addFile(subjectid)
      await bed.age(file.referencedataid, 2)
      await say(file, subjectid, { sending: true })
      await bed.silence(file, 151)
      const { db, store } = bed.casebook.services
      const heard = vi.spyOn(store, 'head').mockImplementation(async () => {
        await noteArriving(db, file.persistedObjectName)
        return undefined
      })
      if (how === 'by the sweep') await bed.sweepSilentOnes()
      else await say(file, subjectid, { stopped: true }, bed.admin)
      expect(heard).toHaveBeenCalled()
      heard.mockRestore()
      expect(await statuses(subjectid)).toEqual(['PENDING'])
      await say(file, subjectid, { stopped: true })
      expect(await statuses(subjectid)).toEqual(['FAILED'])
    },
  )

  test('is waited for longer than its policy, as long as it says so', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await say(file, subjectid, { sending: true })
    await bed.age(file.referencedataid, 40)
    await bed.expire(file)
    for (let rounds = 0; rounds < 3; rounds++) {
      await bed.sweep()
      await bed.sweepSilentOnes()
      await say(file, subjectid, {})
      await say(file, subjectid, { sending: true })
    }
    expect(await statuses(subjectid)).toEqual(['PENDING'])
    await bed.silence(file, 151)
    await bed.sweep()
    expect(await statuses(subjectid)).toEqual(['FAILED'])
  })

  test('is believed by nobody’s word but its own', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await say(file, subjectid, { sending: true })
    await say(file, subjectid, { stopped: true }, bed.admin)
    expect(await statuses(subjectid)).toEqual(['PENDING'])
    await bed.silence(file, 151)
    // A colleague does not keep it alive, and may say that it has stopped once nothing is heard.
    await say(file, subjectid, { sending: true }, bed.admin)
    await say(file, subjectid, { stopped: true }, bed.admin)
    expect(await statuses(subjectid)).toEqual(['FAILED'])
    const own = await bed.addFile(subjectid)
    await say(own, subjectid, { sending: true })
    await say(own, subjectid, { stopped: true, sending: true })
    expect(await statuses(subjectid)).toEqual(['FAILED', 'FAILED'])
  })

  test('writes no history by saying so, and says it of no file that is gone or settled', async () => {
    const { subjectid } = await bed.addSubject()
    const [file, settled] = [await bed.addFile(subjectid), await bed.addFile(subjectid)]
    await upload(settled, 'abc')
    await say(settled, subjectid, {})
    const history = async () =>
      (
        await bed.nurse.ask(
          'query ($s: ID!, $t: ID!) { listHistory(studyid: $t, subjectid: $s, limit: 200) { historyid } }',
          { s: subjectid, t: bed.study.studyid },
        )
      ).listHistory.length
    const before = await history()
    for (const one of [file, settled]) for (let n = 0; n < 5; n++) await say(one, subjectid, { sending: true })
    expect(await history()).toBe(before)
    expect((await statuses(subjectid)).sort()).toEqual(['PENDING', 'UPLOADED'])
    await bed.nurse.ask(remove, { subjectid, referencedataid: file.referencedataid })
    expect(
      await bed.nurse.refused(complete, { subjectid, referencedataid: file.referencedataid, sending: true }),
    ).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is told by the bytes that arrive, too', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await noteArriving(bed.casebook.services.db, file.persistedObjectName)
    await bed.age(file.referencedataid, 40)
    await bed.sweep()
    expect(await statuses(subjectid)).toEqual(['PENDING'])
    await noteArriving(bed.casebook.services.db, "no/such' object")
  })
})
