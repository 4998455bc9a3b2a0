import { isWorkingFile } from '../../object-store/object-store.ts'
import { type Command, countOf, refuseArguments } from '../command/command.ts'
import {
  openCommandStore,
  recorded,
  type WithDatabase,
  type WithStore,
  withDatabase,
} from '../command/command-database.ts'
import { eachAtOnce } from '../contents/each-at-once.ts'
import { type FileRow, inSnapshot, listFileRows, withConnection } from '../contents/tables.sql.ts'

const contentOption = '--content'

export const verifyFiles: Command = {
  usage: `[${contentOption}]`,
  summary: `compares rows and files both ways; with ${contentOption} also the bytes of those whose SHA-256 is on record`,
  async run(args, context: WithDatabase & WithStore) {
    const withContent = args.includes(contentOption)
    refuseArguments(
      args.filter((arg) => arg !== contentOption),
      `verify-files [${contentOption}]`,
    )
    return recorded(context, 'verify-files', async () => {
      const store = await openCommandStore(context)
      const readRows = () =>
        withDatabase(context, ({ owner }) =>
          withConnection(owner, (client) => inSnapshot(client, () => listFileRows(client))),
        )
      const rows = await readRows()
      const stored = new Map<string, number>()
      for await (const { objectName, size } of store.list()) stored.set(objectName, size)
      const faults = rows.flatMap((row) => compare(row, stored.get(row.object_name)))
      const known = new Set(rows.map(({ object_name }) => object_name))
      const strays = [...stored.keys()].filter((name) => !known.has(name) && !isWorkingFile(name))
      // A file that arrived during the listing has its row by now.
      const later = new Set(strays.length === 0 ? [] : (await readRows()).map(({ object_name }) => object_name))
      faults.push(...strays.filter((name) => !later.has(name)).map((name) => `${name}: in the store, not on record`))
      if (withContent) {
        await eachAtOnce(4, rows, async ({ object_name, status, sha256 }) => {
          if (status !== 'UPLOADED' || !sha256 || !stored.has(object_name)) return
          if ((await store.sha256Of(object_name)) !== sha256)
            faults.push(`${object_name}: its bytes are not those on record`)
        })
      }
      for (const fault of faults) context.say(fault)
      context.say(
        `${countOf(rows.length, 'row')}, ${countOf(stored.size, 'file')}: ${faults.length === 0 ? 'they agree.' : `${countOf(faults.length, 'fault')}.`}`,
      )
      return faults.length === 0
    })
  },
}

function compare({ object_name, status, size }: FileRow, found: number | undefined): string[] {
  if (status !== 'UPLOADED' || found === size) return []
  if (found === undefined) return [`${object_name}: on record as uploaded, not in the store`]
  return [`${object_name}: ${found} bytes in the store, ${size} on record`]
}
