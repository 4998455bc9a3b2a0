import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Screen = { name: string; query: string; variables: Record<string, unknown> }

export type Ids = { siteid: string; studyid: string; subjectid: string; formtypeid: string; activitytypeid: string }

/** The prefix of an added subject's identifier. */
export const addedPrefix = 'Grown-'

/** Not measured: these need records that do not exist here, send a whole file, or record a download. */
const leftOut = /^query (Export|ExportEvents|ExportLink|RecordJson|Preview\w+)\b/

const web = fileURLToPath(new URL('../../web/src/', import.meta.url))

/** Every query of the web app except `leftOut`, with its variables filled from `ids`, and the most frequent writes. */
export function screensOf(ids: Ids): Screen[] {
  const known: Record<string, unknown> = {
    ...ids,
    limit: 100,
    fingerprint: '0'.repeat(64),
    text: 'S-1',
    sha256: '0'.repeat(64),
    input: { siteid: ids.siteid, studyid: ids.studyid },
  }
  const queries = globSync('**/*.operations.graphql', { cwd: web }).flatMap((file) =>
    readFileSync(`${web}${file}`, 'utf8')
      .split(/^(?=(?:query|mutation|subscription|fragment) )/m)
      .filter((text) => text.startsWith('query ') && !leftOut.test(text)),
  )
  return [...queries.map((query) => screenOf(query, known)), ...writesOf(ids)]
}

function screenOf(query: string, known: Record<string, unknown>): Screen {
  const name = /^query (\w+)/.exec(query)?.[1] ?? ''
  const declared = [...(/^query \w+\s*\(([^)]*)\)/.exec(query)?.[1]?.matchAll(/\$(\w+): ([\w!]+)/g) ?? [])]
  const variables: Record<string, unknown> = {}
  for (const [, variable = '', type = ''] of declared) {
    if (variable in known) variables[variable] = known[variable]
    else if (type.endsWith('!')) throw new Error(`${name} needs ${variable}, which is not known here`)
  }
  return { name, query, variables }
}

function writesOf({ siteid, studyid, subjectid, formtypeid, activitytypeid }: Ids): Screen[] {
  const now = Date.now()
  const times = { startTime: 1792476000, stopTime: 1792476600 }
  return [
    {
      name: 'updateForm',
      query: 'mutation ($input: FormInput!) { updateForm(input: $input) { version } }',
      variables: {
        input: {
          subjectid,
          formtypeid,
          fields: [
            { key: 'date', value: '1792497600' },
            { key: 'Arrived at', value: '08:40' },
            { key: 'Age', value: '51' },
            { key: 'Writing hand', value: 'left' },
            { key: 'Walks without aid', value: 'true' },
          ],
        },
      },
    },
    {
      name: 'updateActivity',
      query: 'mutation ($input: ActivityInput!) { updateActivity(input: $input) { version } }',
      variables: { input: { subjectid, activitytypeid, ...times } },
    },
    {
      name: 'addSubject',
      query: 'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
      variables: { input: { siteid, studyid, identifier: `${addedPrefix}${now}` } },
    },
    {
      name: 'updateSubject',
      query: 'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { version } }',
      variables: { input: { siteid, studyid, subjectid, identifier: `R-${now}` } },
    },
  ]
}
