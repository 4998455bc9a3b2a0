import { type Command, countOf, refuseArguments } from '../command/command.ts'
import { recorded, type WithDatabase, withDatabase } from '../command/command-database.ts'
import { checkHistory, type HistoryReport } from '../contents/history.sql.ts'
import { inSnapshot, withConnection } from '../contents/tables.sql.ts'

export const verifyHistory: Command = {
  usage: '',
  summary: 'replays the history to the present state and compares',
  async run(args, context: WithDatabase) {
    refuseArguments(args, 'verify-history')
    return recorded(context, 'verify-history', async () => {
      const report = await withDatabase(context, ({ owner }) =>
        withConnection(owner, (client) => inSnapshot(client, () => checkHistory(client))),
      )
      for (const line of describe(report)) context.say(line)
      return report.faults.length === 0
    })
  },
}

export function describe({ entries, last, unused, records, faults }: HistoryReport): string[] {
  return [
    ...faults,
    `${entries} entries up to number ${last}, ${records} records.`,
    ...(unused > 0
      ? [
          `${unused} numbers below it have no entry: writes that were undone leave such gaps, and so would entries that were deleted. This check can't tell which.`,
        ]
      : []),
    faults.length === 0 ? 'The history says what the tables hold.' : `${countOf(faults.length, 'fault')}.`,
  ]
}
