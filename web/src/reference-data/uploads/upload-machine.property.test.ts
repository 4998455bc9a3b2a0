import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fate, UploadWorld } from './test/upload-world.ts'
import { isUnderWay, isUnsettled } from './upload-state.ts'

const pick = fc.nat({ max: 3 })
const fate = fc.constantFrom<Fate>(
  'well',
  'well',
  'well',
  'refused',
  'vanished',
  'lostBefore',
  'lostBefore',
  'lostAfter',
)
const act = fc.oneof(
  { weight: 1, arbitrary: fc.record({ act: fc.constant('choose' as const), count: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 8, arbitrary: fc.record({ act: fc.constant('answer' as const), pick, fate }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('retry' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('closePanel' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('dismiss' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('removeRow' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('sweep' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('closeSubject' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

function perform(world: UploadWorld, step: Act) {
  switch (step.act) {
    case 'choose':
      return world.choose(step.count)
    case 'answer':
      return world.answer(step.pick, step.fate)
    case 'cancel':
      return world.cancel(step.pick)
    case 'retry':
      return world.retry(step.pick)
    case 'closePanel':
      return world.closePanel()
    case 'dismiss':
      return world.dismiss()
    case 'removeRow':
      return world.removeRow(step.pick)
    case 'sweep':
      return world.sweep(step.pick)
    case 'closeSubject':
      // As on the server: no closing while a file is PENDING.
      world.isClosed = !world.isClosed && [...world.rows.values()].every(({ status }) => status !== 'PENDING')
  }
}

/** The invariants after every step. */
function check(world: UploadWorld) {
  const listed = new Map(world.uploads.map((upload) => [upload.uploadid, upload]))
  for (const { state } of world.uploads) {
    // Only UPLOADED files are shown as complete.
    if (state.phase === 'complete' || state.phase === 'describing')
      expect(world.rows.get(state.referencedataid)?.status).toBe('UPLOADED')
  }
  // Nothing is sent invisibly, and every transfer uses the newest row of its file.
  const sending = world.waiting.filter((effect) => effect.type === 'send')
  for (const { upload, presigned } of sending) {
    const { referencedataid } = presigned
    expect(listed.get(upload.uploadid)?.state).toMatchObject({ phase: 'uploading', referencedataid })
  }
  expect(sending.length).toBeLessThanOrEqual(1)
  // A file in progress waits for a response, or for its turn behind one that does.
  for (const upload of world.uploads) {
    if (!isUnderWay(upload)) continue
    const isAsked = world.waiting.some((command) => command.upload.uploadid === upload.uploadid)
    expect(isAsked || (upload.state.phase === 'waiting' && world.waiting.length > 0)).toBe(true)
  }
  // The window is held as long as closing it would lose a file.
  expect(world.isWindowHeld).toBe(world.uploads.some(isUnsettled))
  // A row is described once.
  expect(new Set(world.described).size).toBe(world.described.length)
  // What was read of a file is kept as long as its upload.
  for (const { file } of world.uploads) expect(world.forgotten.has(file)).toBe(false)
  // A file leaves the list only if it was given up, or stored and seen.
  for (let uploadid = 1; uploadid <= world.chosen; uploadid++) {
    expect(listed.has(uploadid) || world.cancelled.has(uploadid) || world.letGo.has(uploadid)).toBe(true)
  }
}

/** The network is back, the subject is open, and the person retries until nothing is left to do. */
function settle(world: UploadWorld) {
  world.isClosed = false
  for (let rounds = 0; rounds < 200; rounds++) {
    if (world.waiting.length > 0) world.answer(0, 'well')
    const failed = world.uploads.findIndex((upload) => !isUnderWay(upload) && isUnsettled(upload))
    if (world.waiting.length === 0 && failed < 0) return
    if (failed >= 0) world.retry(failed)
    check(world)
  }
  expect.fail('The uploads did not come to an end.')
}

test('for any order of events, no file is lost, recorded twice or shown as complete too early', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (steps) => {
      const world = new UploadWorld()
      for (const step of steps) {
        perform(world, step)
        check(world)
      }
      settle(world)
      for (const { state } of world.uploads) {
        expect(state).toMatchObject({ phase: 'complete', isDescribing: false })
        if ('referencedataid' in state) expect(world.described).toContain(state.referencedataid)
      }
      expect(world.forgotten.size + world.uploads.length).toBe(world.chosen)
      // A cancelled file leaves no row, unless the person dismissed it after being told that it does.
      for (const { uploadid, referencedataid } of world.rows.values()) {
        const isGivenUp = world.cancelled.has(uploadid) && !world.letGo.has(uploadid)
        expect(isGivenUp && !world.unanswered.has(referencedataid)).toBe(false)
      }
      // Each file has at most one row, so that none is recorded twice.
      const answered = [...world.rows.values()].filter(({ referencedataid }) => !world.unanswered.has(referencedataid))
      expect(new Set(answered.map(({ uploadid }) => uploadid)).size).toBe(answered.length)
    }),
    { numRuns: 10_000 },
  )
})
