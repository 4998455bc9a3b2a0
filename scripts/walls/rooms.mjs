// The rooms of each workspace, floor by floor from the lowest. A room may import only from the floors below its own.
// A folder that is on no floor is a feature that no other needs: it is above all other features, and only what knows
// every feature may import it, so that no circle can grow through it.
// Lint checks every import, including types (rules.mjs). docs/architecture.md has a picture.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.mjs'

/** The folders of a workspace that are on none of these floors. */
function unlisted(base, floors) {
  const listed = new Set(floors.flat().map((room) => room.split('/')[0]))
  return readdirSync(join(root, base), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !listed.has(entry.name))
    .map(({ name }) => name)
}

const domainFloors = [
  ['shared/problems'],
  ['shared'],
  ['patterns'],
  ['expressions'],
  ['form-types/values'],
  ['form-types/conditions'],
  ['activities', 'activity-types', 'devices', 'form-types', 'recordings', 'sites', 'studies', 'users'],
  [
    'forms',
    'recordings/arrays',
    'recordings/csv/bytes',
    'recordings/quality/calibration',
    'recordings/seen',
    'recordings/signals',
    'recordings/zip',
    'visits',
  ],
  ['recordings/alignment', 'recordings/measures', 'recordings/quality'],
  [
    'recordings/csv/head',
    'recordings/cwa',
    'recordings/edf',
    'recordings/geneactiv',
    'recordings/gt3x',
    'recordings/hdf5',
    'recordings/matlab',
    'recordings/wfdb',
  ],
  ['recordings/csv/rows'],
  ['forms/review', 'recordings/csv', 'reference-data'],
  ['recordings/open', 'subjects', 'subjects/day'],
  ['exports', 'subjects/facts'],
  ['exports/definitions', 'exports/deidentified', 'exports/files', 'exports/loaders', 'exports/subject', 'exports/zip'],
  ['exports/recordings'],
  ['exports/columns'],
  ['exports/csv', 'exports/dictionary', 'exports/feed', 'exports/odm', 'exports/workbook'],
  ['form-exchange/logic'],
  ['form-exchange'],
  ['form-exchange/files', 'form-exchange/redcap'],
  ['form-exchange/odm', 'form-exchange/xlsform'],
  [
    'exports/bids',
    'exports/data-package',
    'exports/dataset-json',
    'exports/import',
    'exports/parquet',
    'exports/ro-crate',
    'exports/segments',
    'exports/syntax',
  ],
  ['exports/bundle'],
  ['form-exchange/redcap-data'],
]

/** The folders of the domain. A feature may import features below it: a subject has forms, an export has subjects. */
export const domain = [...domainFloors, unlisted('domain/src', domainFloors)]

const featureFloors = [
  ['sites', 'users', 'history', 'changes'],
  ['devices', 'studies'],
  ['activity-types', 'form-types', 'subjects'],
  ['activities', 'forms', 'visits'],
  ['reference-data', 'removed'],
  ['exports'],
  ['imports'],
]

const foundations = [
  ['mistakes'],
  ['config', 'database/connections', 'embedded-postgres', 'http', 'secrets'],
  ['database'],
  ['database/schema', 'access', 'records'],
  ['live', 'mail', 'object-store', 'operations', 'rate-limits', 'shapes'],
  ['object-store/embedded', 'object-store/s3', 'writes'],
  ['identity/provider', 'identity/sessions', 'identity/tokens'],
  ['identity/people'],
  ['identity/email-codes', 'identity/embedded-provider'],
  ['identity', 'identity/sign-in'],
  ['graphql'],
  ['execution', 'generated', 'subscriptions'],
]

const compositions = [
  ['bundles', 'importing', 'keeping', 'measuring'],
  ['composition/example'],
  ['composition'],
  ['commands'],
]

/** The features of the product. One may import another only through its statements (`.sql.ts`). */
export const features = [
  ...featureFloors,
  unlisted('server/src', [...foundations, ...featureFloors, ['uploads'], ...compositions]),
]

/** The features that show site data. `users` shows people, who belong to no site. */
export const siteFeatures = features.flat().filter((room) => room !== 'users')

export const server = [
  ...foundations,
  ...features.slice(0, 4),
  // Settles the files of several features, and looks at the subject that a file belongs to.
  ['uploads'],
  ...features.slice(4),
  ...compositions,
]

/** The folders of the web app. Here too composition is above the features: only `app` knows them all. */
const webFloors = [
  ['browser', 'components/buttons', 'generated', 'machine'],
  ['components/notices'],
  ['calls/outbox', 'texts'],
  ['calls', 'components'],
  ['components/page', 'live', 'records/machine'],
  ['components/list', 'records/kept', 'session'],
  ['guide/state', 'locale'],
  ['components/form', 'jump', 'shell/user'],
  ['components/removal', 'records', 'shell/notices'],
  ['shell'],
  ['shell/guest'],
  ['guide', 'history', 'recordings/worker', 'removed'],
  ['reference-data/inspection'],
  [
    'activities/record',
    'form-types/draft',
    'form-types/undo',
    'forms/keys',
    'forms/values',
    'imports/parts',
    'recordings/picture/geometry',
    'recordings/texts',
    'reference-data/file',
    'reference-data/quality',
    'reference-data/uploads',
    'subjects/record',
    'users/tokens',
  ],
  ['reference-data/measuring'],
  ['activities/row', 'forms/fields', 'forms/history', 'recordings/reading', 'reference-data', 'sites', 'studies/study'],
  ['forms/filling', 'form-types/expressions', 'form-types/languages', 'imports/findings', 'imports/form-files'],
  ['form-types/checks', 'form-types/more', 'form-types/publishing', 'form-types/trying', 'imports/large'],
  ['form-types/fields'],
  [
    'activities',
    'activity-types',
    'devices',
    'exports',
    'form-types',
    'forms',
    'imports',
    'schedule',
    'studies',
    'users',
    'users/profile',
  ],
  ['recordings/clock', 'recordings/picture', 'recordings/settings'],
  ['recordings/measures', 'recordings/selection'],
  ['subjects/closing', 'subjects/day', 'subjects/history', 'subjects/list', 'subjects/visits', 'subjects/worn'],
  ['overview/matrix'],
  ['overview/measures'],
  ['overview', 'subjects/bar', 'subjects/parts', 'subjects/print'],
  // A recording stands under its subject's bar.
  ['recordings', 'recordings/together', 'subjects/detail'],
  ['subjects'],
]

const webCompositions = [['app/messages'], ['app']]

export const web = [...webFloors, unlisted('web/src', [...webFloors, ...webCompositions]), ...webCompositions]
