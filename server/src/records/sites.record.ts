import { whyNotDeviceid } from '@casebook/domain/devices/devices.rules.ts'
import { siteFields } from '@casebook/domain/sites/sites.rules.ts'
import { inSites, told, topicOf } from './notices.ts'
import { record } from './record.ts'

/** The records of a site. */
export const siteRecords = {
  site: record('site', {
    key: ['siteid'],
    id: 'siteid',
    of: 'site',
    isVersioned: true,
    removal: 'hides',
    hasView: true,
    internal: ['removed_at'],
    change: 'SITE',
    notices: (event) => [told(event, topicOf('onSitesUpdates'))],
    putBack: { listed: { as: 'SITE', id: 'siteid', name: 'name', whyNot: siteFields.name.whyNot } },
    exported: ['sites'],
    file: null,
    personal: [],
  }),
  device: record('device', {
    // The permanent id stays when a device is renamed; people and the history know it by its deviceid.
    key: ['deviceuid', 'siteid'],
    id: 'deviceid',
    of: 'site',
    isVersioned: true,
    removal: 'hides',
    hasView: true,
    internal: ['deviceuid', 'removed_at'],
    change: 'DEVICE',
    notices(event) {
      const { old_id: before, id } = event
      const topic = topicOf('onDevicesUpdates', event.siteid)
      if (before === null || before === id) return [told(event, topic), ...inSites(event)]
      // Renamed: the old id is gone, as `listChanges` says too.
      return [told({ ...event, action: 'REMOVED', id: before }, topic), told({ ...event, action: 'ADDED' }, topic)]
    },
    putBack: { listed: { as: 'DEVICE', id: 'deviceuid', name: 'deviceid', whyNot: whyNotDeviceid } },
    exported: ['devices'],
    file: null,
    personal: [],
  }),
}
