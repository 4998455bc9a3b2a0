import { setTimeout as wait } from 'node:timers/promises'
import { parseFormFields } from '@casebook/domain/reference-data/reference-data.rules.ts'

type Job = { state: string; done: number; total: number; reason: string | null; outcome: unknown }
type Page = { position: string; changes: { id: string }[] }

/** One import in the background by the person with this session. `origin` may change while it runs. */
export function importer(origin: () => string, token: string) {
  let importid = ''

  async function call(query: string, variables: Record<string, unknown> = {}) {
    const headers = { 'content-type': 'application/json', origin: origin(), cookie: `casebook_session=${token}` }
    const body = JSON.stringify({ query, variables: { studyid: 'bench', importid, ...variables } })
    const send = () => fetch(`${origin()}/graphql`, { method: 'POST', headers, body })
    const answer = await send().catch(send)
    const { data, errors } = await answer.json()
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

  async function state(): Promise<Job> {
    const query = `query ($studyid: ID!, $importid: ID!) { getImportJob(studyid: $studyid, importid: $importid) {
      state done total reason outcome { addedSubjects addedForms mistakes { row reason } } } }`
    return (await call(query)).getImportJob
  }

  return {
    state,
    /** Rows of a new subject and a form each, of so many bytes together. */
    async send(rows: number, bytes: number, name = 'I'): Promise<void> {
      const { addImportJob: job } = await call(`mutation { addImportJob(input: { siteid: "bench", studyid: "bench",
        filename: "import.csv" }) { importid objectUrl fields } }`)
      importid = job.importid
      const note = 'n'.repeat(Math.max(1, Math.floor(bytes / rows) - 24))
      const pieces = ['identifier,Field 0,Field 1\r\n']
      for (let from = 0; from < rows; from += 10_000) {
        const piece = Array.from({ length: Math.min(10_000, rows - from) }, (_, row) => {
          const number = from + row
          return `${name}-${number},${note},${number % 90}\r\n`
        })
        pieces.push(piece.join(''))
      }
      const form = new FormData()
      for (const [key, value] of parseFormFields(job.fields)) form.append(key, value)
      form.append('file', new Blob(pieces))
      const answer = await fetch(job.objectUrl, { method: 'POST', body: form })
      if (answer.status !== 200) throw new Error(`The store answered ${answer.status}.`)
    },
    check: () =>
      call(`mutation ($studyid: ID!, $importid: ID!) { checkImportJob(input: { studyid: $studyid, importid: $importid,
        formtypeid: "form1" }) { state } }`),
    start: () =>
      call(
        `mutation ($studyid: ID!, $importid: ID!) { startImportJob(studyid: $studyid, importid: $importid) { state } }`,
      ),
    changes: async (after?: string): Promise<Page> =>
      (await call('query ($after: String) { listChanges(after: $after) { position changes { id } } }', { after }))
        .listChanges,
    /** Waits for this state, calling `look` repeatedly. Throws if the import ends in another one. */
    async until(wanted: string, look: () => Promise<void> = async () => undefined): Promise<Job> {
      for (;;) {
        await wait(500)
        await look()
        const job = await state()
        if (job.state === wanted) return job
        if (job.state === 'FAILED' || job.state === 'CANCELLED') throw new Error(JSON.stringify(job))
      }
    },
  }
}
