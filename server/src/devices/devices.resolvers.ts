import { cleanHwId, whyNotDeviceid, whyNotHwId } from '@casebook/domain/devices/devices.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { deviceShape } from '../shapes/device.shape.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockSite } from '../sites/sites.sql.ts'
import { removeRecord } from '../writes/removal.sql.ts'
import { newId, refuseStale } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import { insertDevice, listDevices, lockDevice, updateDevice } from './devices.sql.ts'

export const devicesResolvers: Resolvers = {
  Query: {
    async listDevices(_, { siteid }, { lists, scope }, info) {
      const devices = await listDevices(lists, scope, siteid, selectionOf(info))
      if (devices === undefined) throw problem('site.missing', { field: 'siteid' })
      return devices
    },
  },
  Mutation: {
    async addDevice(_, { siteid, deviceid, hw_id }, { db, scope }, info) {
      const why = whyNotDeviceid(deviceid) ?? whyNotHwId(hw_id)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        if (!(await lockSite(tx, scope, siteid))) throw problem('site.missing', { field: 'siteid' })
        const device = { deviceuid: newId(), siteid, deviceid, hw_id: cleanHwId(hw_id) }
        return insertDevice(tx, device, selectionOf(info))
      })
    },

    async updateDevice(_, { siteid, deviceid, input }, { db, scope }, info) {
      const why = whyNotDeviceid(input.deviceid) ?? whyNotHwId(input.hw_id)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const device = await lockDevice(tx, scope, siteid, deviceid)
        if (!device) throw problem('device.missing', { field: 'deviceid' })
        await refuseStale(tx, { kind: 'device', id: device.deviceid, siteid }, device.version, input.version)
        // If omitted, the hardware id is unchanged. An empty one removes it.
        const hw_id = input.hw_id === undefined ? undefined : cleanHwId(input.hw_id)
        const change = { deviceuid: device.deviceuid, deviceid: input.deviceid, hw_id }
        return updateDevice(tx, change, selectionOf(info))
      })
    },

    async removeDevice(_, { siteid, deviceid }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        const device = await lockDevice(tx, scope, siteid, deviceid)
        if (!device) throw problem('device.missing', { field: 'deviceid' })
        return removeRecord(tx, 'device', { deviceuid: device.deviceuid }, deviceShape, selectionOf(info))
      })
    },
  },
}
