import { told, topicOf } from './notices.ts'
import { record } from './record.ts'

const notExported = { never: 'exports contain study data; of people only the names of those who acted' }

export const personRecord = record('person', {
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
  exported: notExported,
  file: null,
  personal: ['sub', 'given_name', 'family_name', 'email', 'phone_number'],
})

export const accessTokenRecord = record('access_token', {
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
  exported: notExported,
  file: null,
  personal: ['name'],
})
