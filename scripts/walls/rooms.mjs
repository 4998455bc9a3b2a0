// The rooms of each workspace, floor by floor from the lowest. A room may import only from the floors below its own.
// Lint checks every import, including types (rules.mjs). docs/architecture.md has a picture.

/** The folders of the domain. A feature may import features below it: a subject has forms, an export has subjects. */
export const domain = [
  ['shared/problems'],
  ['shared'],
  ['patterns'],
  ['expressions'],
  ['form-types/values'],
  ['form-types/conditions'],
  ['activities', 'activity-types', 'devices', 'form-types', 'recordings', 'sites', 'studies', 'users'],
  ['forms', 'recordings/arrays', 'recordings/csv/bytes', 'recordings/seen', 'recordings/zip'],
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
  ['recordings/csv', 'reference-data'],
  ['recordings/open', 'study-documents', 'subjects', 'subjects/day'],
  ['exports', 'subjects/facts'],
  ['exports/definitions', 'exports/files', 'exports/loaders', 'exports/subject', 'exports/zip'],
  ['exports/columns'],
  ['exports/csv', 'exports/dictionary', 'exports/odm', 'exports/workbook'],
  ['exports/data-package', 'exports/dataset-json', 'exports/import', 'exports/ro-crate', 'exports/syntax'],
  ['exports/bundle'],
]

/** The features of the product. One may import another only through its statements (`.sql.ts`). */
export const features = [
  ['sites', 'users', 'history', 'changes'],
  ['devices', 'studies'],
  ['activity-types', 'form-types', 'subjects'],
  ['activities', 'forms'],
  ['reference-data', 'removed', 'study-documents'],
  ['exports'],
  ['imports'],
]

/** The features that show site data. `users` shows people, who belong to no site. */
export const siteFeatures = features.flat().filter((room) => room !== 'users')

export const server = [
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
  ...features.slice(0, 4),
  // Settles the files of several features, and looks at the subject that a file belongs to.
  ['uploads'],
  ...features.slice(4),
  ['bundles'],
  ['composition/example'],
  ['composition'],
  ['commands'],
]

/** The folders of the web app. Here too composition is above the features: only `app` knows them all. */
export const web = [
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
    'form-types/fields',
    'forms/values',
    'recordings/picture/geometry',
    'recordings/texts',
    'reference-data/file',
    'reference-data/uploads',
    'subjects/record',
    'users/tokens',
  ],
  ['activities/row', 'forms/fields', 'recordings/reading', 'reference-data', 'sites', 'studies/study'],
  ['forms/filling'],
  [
    'activities',
    'activity-types',
    'devices',
    'exports',
    'form-types',
    'forms',
    'imports',
    'studies',
    'study-documents',
    'users',
    'users/profile',
  ],
  ['recordings/clock', 'recordings/picture', 'recordings/settings'],
  ['recordings/selection'],
  ['recordings'],
  ['subjects/closing', 'subjects/day', 'subjects/history', 'subjects/list'],
  ['overview', 'subjects/bar', 'subjects/print'],
  ['subjects/detail'],
  ['subjects'],
  ['app/messages'],
  ['app'],
]
