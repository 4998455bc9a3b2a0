import { IsoTimes } from '../files/iso-time.ts'
import type { ExportRows } from '../rows.ts'
import { column, recordTable, type Table } from './column.ts'
import { subjectStatusColumn } from './id-columns.ts'

export function historyTable(rows: ExportRows): Table {
  const { zone, deleted } = rows.heading
  const times = new IsoTimes(zone)
  const columns = [
    column({ name: 'historyid', label: 'Place in the history', type: 'integer', required: true, key: true }),
    column({ name: 'at', label: 'When, since 1970', type: 'number', unit: 's', required: true }),
    column({ name: 'at_iso', label: 'When', type: 'datetime', unit: zone, required: true }),
    column({ name: 'actor', label: 'Who', required: true }),
    column({ name: 'actor_name', label: 'Name of who' }),
    column({ name: 'groups', label: 'The groups that they held then, separated by |' }),
    column({ name: 'reason', label: 'Reason given' }),
    column({ name: 'kind', label: 'Kind of record', required: true }),
    column({
      name: 'action',
      label: 'Action',
      type: 'choice',
      options: ['ADDED', 'UPDATED', 'REMOVED'],
      required: true,
    }),
    column({ name: 'siteid', label: 'Site' }),
    column({ name: 'studyid', label: 'Study' }),
    column({ name: 'subjectid', label: 'Subject' }),
    ...(deleted ? [subjectStatusColumn()] : []),
    column({ name: 'id', label: "The record's own id", required: true }),
    column({ name: 'before', label: 'The record before, as JSON' }),
    column({ name: 'after', label: 'The record after, as JSON' }),
  ]
  return recordTable('history', 'History', columns, async function* () {
    for await (const row of rows.history()) {
      const seconds = Date.parse(row.at) / 1000
      const who = [row.actor, row.actor_name || null, row.groups.join('|') || null, row.reason]
      const ids = [row.siteid, row.studyid, row.subjectid, ...(deleted ? [row.subject_status] : []), row.id]
      yield [row.historyid, seconds, times.format(seconds), ...who, row.kind, row.action, ...ids, row.before, row.after]
    }
  })
}
