import { told, topicOf } from './notices.ts'
import { record } from './record.ts'

const peopleNotExported = { never: 'exports contain study data; of people only the names of those who acted' }
const exportsNotExported = { never: 'an export tells of the records, not of other exports' }
const notRemoved = { never: 'what was taken out stays on record' }

/** People, and the exports that they make: no study data. */
export const peopleRecords = {
  person: record('person', {
    key: ['personid'],
    id: 'personid',
    of: 'people',
    isVersioned: true,
    removal: 'deletes',
    hasView: false,
    internal: [],
    change: null,
    notices(event) {
      const { topic, change } = told(event, topicOf('onPeopleUpdates'))
      return [{ topic, change: { ...change, belonging: event.belonging ?? [] } }]
    },
    putBack: { never: 'only people who were never approved are removed; others are deactivated and reactivated' },
    exported: peopleNotExported,
    file: null,
    personal: ['sub', 'given_name', 'family_name', 'email', 'phone_number'],
  }),
  access_token: record('access_token', {
    key: ['tokenid'],
    id: 'tokenid',
    of: 'people',
    isVersioned: false,
    removal: 'hides',
    hasView: false,
    internal: [],
    change: null,
    notices: () => [],
    putBack: { never: 'a token that was revoked stays so' },
    exported: peopleNotExported,
    file: null,
    personal: ['name'],
  }),
  export: record('export', {
    key: ['exportid', 'siteid'],
    id: 'exportid',
    of: 'exports',
    isVersioned: true,
    removal: 'never',
    hasView: false,
    internal: [],
    change: null,
    notices: (event) => [told(event, topicOf('onExportsUpdates', event.siteid))],
    putBack: notRemoved,
    exported: exportsNotExported,
    file: null,
    personal: ['person_name'],
  }),
  export_access: record('export_access', {
    key: ['accessid', 'siteid'],
    id: 'accessid',
    of: 'exports',
    isVersioned: false,
    removal: 'never',
    hasView: false,
    internal: [],
    change: null,
    notices: () => [],
    putBack: notRemoved,
    exported: exportsNotExported,
    file: null,
    personal: [],
  }),
}
