import { deviceFields, whyNotNewDevices } from '@casebook/domain/devices/devices.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanGiven, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { deviceShape } from '../shapes/device.shape.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockSite } from '../sites/sites.sql.ts'
import { insertRecord, removeRecord, updateRecord } from '../writes/records.sql.ts'
import { newId, refuseStale, refuseUnseen } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import { insertDevices, listDevices, lockDevice, takenDeviceids } from './devices.sql.ts'

export const devicesResolvers: Resolvers = {
  Query: {
    async listDevices(_, { siteid }, { lists, scope }, info) {
      const devices = await listDevices(lists, scope, siteid, selectionOf(info))
      if (devices === undefined) throw problem('site.missing', { field: 'siteid' })
      return devices
    },
  },
  Mutation: {
    async addDevice(_, given, { db, scope }, info) {
      const { siteid } = given
      const why = whyNotGiven(deviceFields, given)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        if (!(await lockSite(tx, scope, siteid))) throw problem('site.missing', { field: 'siteid' })
        const device = { deviceuid: newId(), siteid, ...cleanGiven(deviceFields, given) }
        return insertRecord(tx, 'device', device, deviceShape, selectionOf(info))
      })
    },

    async addDevices(_, { siteid, devices }, { db, scope }, info) {
      const why = whyNotNewDevices(devices)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        if (!(await lockSite(tx, scope, siteid))) throw problem('site.missing', { field: 'siteid' })
        const taken = await takenDeviceids(tx, scope, siteid, devices)
        if (taken.length > 0)
          throw problem('devices.taken', { field: 'devices', params: { deviceids: taken.join(', ') } })
        const rows = devices.map((each) => ({ deviceuid: newId(), siteid, ...cleanGiven(deviceFields, each) }))
        return (await insertDevices(tx, rows, selectionOf(info))) ?? []
      })
    },

    async updateDevice(_, { siteid, deviceid, input }, { db, scope }, info) {
      const why = whyNotGiven(deviceFields, input)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const device = await lockDevice(tx, scope, siteid, deviceid)
        if (!device) throw problem('device.missing', { field: 'deviceid' })
        await refuseStale(tx, { kind: 'device', id: device.deviceid, siteid }, device.version, input.version)
        const ids = { deviceuid: device.deviceuid }
        return updateRecord(tx, 'device', ids, cleanGiven(deviceFields, input), deviceShape, selectionOf(info))
      })
    },

    async removeDevice(_, { siteid, deviceid, version }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        const device = await lockDevice(tx, scope, siteid, deviceid)
        if (!device) throw problem('device.missing', { field: 'deviceid' })
        await refuseUnseen(tx, { kind: 'device', id: device.deviceid, siteid }, device.version, version)
        return removeRecord(tx, 'device', { deviceuid: device.deviceuid }, deviceShape, selectionOf(info))
      })
    },
  },
}
