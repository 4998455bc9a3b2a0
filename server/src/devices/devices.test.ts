import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let admin: AddedPerson
let place: Place
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const add = (deviceid: string, more: Record<string, unknown> = {}) =>
  run(admin, 'addDevice', { siteid: place.siteid, deviceid, ...more })
const rename = (deviceid: string, input: Record<string, unknown>) =>
  run(admin, 'updateDevice', { siteid: place.siteid, deviceid, input })

async function listed() {
  const devices = await run(admin, 'listDevices', { siteid: place.siteid })
  return devices.map(({ deviceid }: { deviceid: string }) => deviceid)
}

const attached = async () =>
  (
    await run(
      admin,
      'getSubject',
      { studyid: place.studyid, subjectid: place.subjectid },
      'devices { deviceid position }',
    )
  ).devices

describe('a device', () => {
  test.each(['', 'a1', 'A-1', 'A 1', ' A1', 'Å1', 'A1\n', 'A'.repeat(41)])(
    'may not have the id %j',
    async (deviceid) => {
      const bad = { code: 'BAD_INPUT', field: 'deviceid' }
      expect(await refusal(admin, 'addDevice', { siteid: place.siteid, deviceid })).toMatchObject(bad)
      const variables = { siteid: place.siteid, deviceid: place.deviceid, input: { deviceid } }
      expect(await refusal(admin, 'updateDevice', variables)).toMatchObject(bad)
    },
  )

  test('keeps an omitted hardware id, trims a given one and removes an empty one', async () => {
    expect(await add('A1', { hw_id: ' SN-1 ' })).toMatchObject({ hw_id: 'SN-1' })
    expect(await rename('A1', { deviceid: 'A1' })).toMatchObject({ hw_id: 'SN-1' })
    expect(await rename('A1', { deviceid: 'A1', hw_id: 'SN-2' })).toMatchObject({ hw_id: 'SN-2' })
    expect(await rename('A1', { deviceid: 'A1', hw_id: '  ' })).toMatchObject({ hw_id: null })
    const long = { siteid: place.siteid, deviceid: 'B2', hw_id: 'x'.repeat(201) }
    expect(await refusal(admin, 'addDevice', long)).toMatchObject({ code: 'BAD_INPUT', field: 'hw_id' })
  })

  test('has an id unique at its site, which may be used at another site', async () => {
    await add('A1')
    const taken = { code: 'ALREADY_EXISTS', reason: 'device.id.taken', field: 'deviceid' }
    expect(await refusal(admin, 'addDevice', { siteid: place.siteid, deviceid: 'A1' })).toMatchObject(taken)
    const variables = { siteid: place.siteid, deviceid: place.deviceid, input: { deviceid: 'A1' } }
    expect(await refusal(admin, 'updateDevice', variables)).toMatchObject(taken)
    const { siteid } = await makePlace(casebook)
    expect(await run(admin, 'addDevice', { siteid, deviceid: 'A1' })).toMatchObject({ siteid, deviceid: 'A1' })
  })

  test('is added once when several people add it at once', async () => {
    const adding = Array.from({ length: 6 }, () =>
      attempt(admin, 'addDevice', { siteid: place.siteid, deviceid: 'A1' }),
    )
    const codes = (await Promise.all(adding)).map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK').sort()
    expect(codes).toEqual([...Array(5).fill('ALREADY_EXISTS'), 'OK'])
  })

  test('frees its id when it is renamed or removed, and keeps its deviceuid', async () => {
    const { deviceuid } = await add('A1', { hw_id: 'first' })
    expect(await rename('A1', { deviceid: 'B2' })).toMatchObject({ deviceid: 'B2', deviceuid })
    expect(await add('A1', { hw_id: 'second' })).not.toMatchObject({ deviceuid })
    await run(admin, 'removeDevice', { siteid: place.siteid, deviceid: 'A1' })
    expect(await add('A1', { hw_id: 'third' })).toMatchObject({ hw_id: 'third', version: 1 })
  })

  test('is listed by id, in code point order', async () => {
    for (const deviceid of ['B1', 'A10', 'A2', 'Z', '9']) await add(deviceid)
    const ours = (await listed()).filter((deviceid: string) => deviceid.length < 10)
    expect(ours).toEqual(['9', 'A10', 'A2', 'B1', 'Z'])
  })

  test('that somebody else changed meanwhile is refused with their name, at this site', async () => {
    await add('A1')
    const siri = await addPerson(casebook, 'Siri', { groups: ['admin'] })
    await run(siri, 'updateDevice', {
      siteid: place.siteid,
      deviceid: 'A1',
      input: { deviceid: 'A1', hw_id: 'SN-9', version: 1 },
    })
    const elsewhere = await makePlace(casebook)
    await run(admin, 'addDevice', { siteid: elsewhere.siteid, deviceid: 'A1' })
    const stale = { siteid: place.siteid, deviceid: 'A1', input: { deviceid: 'C3', version: 1 } }
    expect(await refusal(admin, 'updateDevice', stale)).toMatchObject({
      code: 'CONFLICT',
      current: { version: 2, by: 'Siri' },
    })
  })
})

describe('devices that are added at once', () => {
  const several = (...devices: Record<string, unknown>[]) => ({ siteid: place.siteid, devices })

  test('are all there, and returned by id', async () => {
    const added = await run(
      admin,
      'addDevices',
      several({ deviceid: 'B1', hw_id: ' SN-1 ' }, { deviceid: 'A10' }, { deviceid: 'A2', hw_id: '' }),
      'siteid deviceid hw_id version',
    )
    const { siteid } = place
    expect(added).toEqual([
      { siteid, deviceid: 'A10', hw_id: null, version: 1 },
      { siteid, deviceid: 'A2', hw_id: null, version: 1 },
      { siteid, deviceid: 'B1', hw_id: 'SN-1', version: 1 },
    ])
    expect(await listed()).toEqual(expect.arrayContaining(['A10', 'A2', 'B1']))
  })

  test('are none if one is refused, and those that exist are named', async () => {
    await add('A1')
    await add('B2')
    const before = await listed()
    const refused = (given: Record<string, unknown>) => refusal(admin, 'addDevices', given)
    expect(await refused(several({ deviceid: 'C3' }, { deviceid: 'B2' }, { deviceid: 'A1' }))).toMatchObject({
      code: 'ALREADY_EXISTS',
      field: 'devices',
      message: 'This site already has: A1, B2. Leave them out.',
    })
    expect(await refused(several({ deviceid: 'C3' }, { deviceid: 'c4' }))).toMatchObject({ field: 'deviceid' })
    expect(await refused(several({ deviceid: 'C3' }, { deviceid: 'C3' }))).toMatchObject({ reason: 'devices.twice' })
    expect(await refused(several())).toMatchObject({ reason: 'devices.count' })
    const tooMany = Array.from({ length: 1001 }, (_, n) => ({ deviceid: `M${n}` }))
    expect(await refused(several(...tooMany))).toMatchObject({ reason: 'devices.count' })
    expect(await listed()).toEqual(before)
  })

  test('are added once when two people add them at once, and to a site of one’s own', async () => {
    const both = [several({ deviceid: 'C3' }, { deviceid: 'D4' }), several({ deviceid: 'D4' }, { deviceid: 'E5' })]
    const answers = await Promise.all(both.map((given) => attempt(admin, 'addDevices', given)))
    expect(answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK').sort()).toEqual(['ALREADY_EXISTS', 'OK'])
    const stranger = await addPerson(casebook, 'Siri', {
      groups: ['admin'],
      sites: [(await makePlace(casebook)).siteid],
    })
    expect(await refusal(stranger, 'addDevices', several({ deviceid: 'F6' }))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a device that a subject wears', () => {
  test('appears there with its present name', async () => {
    expect(await attached()).toEqual([{ deviceid: place.deviceid, position: 'ARM' }])
    await rename(place.deviceid, { deviceid: 'RENAMED' })
    expect(await attached()).toEqual([{ deviceid: 'RENAMED', position: 'ARM' }])
  })

  test('stays there when it is removed from the site; another device with its id is different', async () => {
    await run(admin, 'removeDevice', { siteid: place.siteid, deviceid: place.deviceid })
    expect(await listed()).not.toContain(place.deviceid)
    expect(await attached()).toEqual([{ deviceid: place.deviceid, position: 'ARM' }])
    await add(place.deviceid)
    await rename(place.deviceid, { deviceid: 'NEWONE' })
    expect(await attached()).toEqual([{ deviceid: place.deviceid, position: 'ARM' }])
  })

  test('stays, removed or not, when the list is sent again, but can’t be attached again', async () => {
    const { siteid, studyid, subjectid, deviceid } = place
    await add('OTHER')
    await run(admin, 'removeDevice', { siteid, deviceid })
    const devices = [
      { deviceid, position: 'ARM' },
      { deviceid: 'OTHER', position: 'CHEST' },
    ]
    await run(admin, 'updateSubject', { input: { siteid, studyid, subjectid, devices } })
    expect(await attached()).toEqual(devices)
    const anew = { input: { siteid, studyid, subjectid, devices: [{ deviceid, position: 'CHEST' }] } }
    expect(await refusal(admin, 'updateSubject', anew)).toMatchObject({ code: 'NOT_FOUND', field: 'devices' })
    await run(admin, 'updateSubject', { input: { siteid, studyid, subjectid, devices: devices.slice(1) } })
    const back = { input: { siteid, studyid, subjectid, devices } }
    expect(await refusal(admin, 'updateSubject', back)).toMatchObject({ code: 'NOT_FOUND', field: 'devices' })
  })
})
