import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { unscoped } from '../../src/database/unscoped.ts'
import type { Casebook } from '../beds/casebook.ts'
import { until } from '../beds/live.ts'
import type { Place } from '../beds/place.ts'
import type { Row } from './row.ts'

const ofStaff = { groups: ['admin', 'hp'] } as const
const site = ({ siteid }: Place) => ({ siteid })
const study = ({ siteid, studyid }: Place) => ({ siteid, studyid })
const ofForm = ({ subjectid, formtypeid }: Place) => ({ subjectid, formtypeid })
const fields = [{ name: 'date', type: 'Date', required: false }]
const exported = ({ siteid, studyid, subjectid }: Place) => ({ input: { siteid, studyid, subjectid } })
const imported = ({ siteid, studyid, formtypeid, identifier }: Place) => ({
  input: { siteid, studyid, formtypeid, filename: 'values.csv', csv: `identifier,date\n${identifier},2026-03-01\n` },
})
const definitions = JSON.stringify({
  casebook: 'definitions',
  format: 1,
  formTypes: [{ identifier: 'Imported', fields }],
  activityTypes: [{ description: 'Imported' }],
})
const defining = ({ studyid }: Place) => ({ studyid, definitions })
const dictionary =
  'field_name,form_name,field_type,field_label\nrecord_id,imported,text,Record\nage,imported,text,Age\n'
const formFile = ({ studyid }: Place) => ({
  input: { studyid, filename: 'imported.csv', gzip: gzipSync(dictionary).toString('base64') },
})
/** Waits until no export is in progress, because each person may have only one. */
const untilNoExport = ({ services }: Casebook) =>
  until(
    'no export is under way',
    async () => {
      const { rows } = await sql`select from export_work`.execute(unscoped(services.people))
      return rows.length === 0
    },
    60_000,
  )

const anImport = ({ studyid }: Place) => ({ studyid, importid: randomUUID() })
/** Each person may have only a few that have not ended. */
async function endImports({ services }: Casebook) {
  await sql`update import_job set state = 'CANCELLED', finished_at = now()`.execute(unscoped(services.people))
}

/** Rows of exports, imports, measures, readers of a form, and lists that are added. */
export const dataRows: Readonly<Record<string, Row>> = {
  listExports: { give: site },
  getExport: { give: () => ({ exportid: randomUUID() }) },
  listExportAccesses: { give: site, ...ofStaff },
  listExportEvents: { give: () => ({ exportid: randomUUID() }), ...ofStaff, answer: 'NOT_FOUND' },
  getExportLink: { give: () => ({ exportid: randomUUID() }), answer: 'NOT_FOUND' },
  previewExport: { give: exported, ...ofStaff, finer: ['hp'] },
  getSubjectRecord: {
    give: ({ siteid, studyid, subjectid }) => ({ siteid, studyid, subjectid }),
    ...ofStaff,
    finer: ['hp'],
  },
  previewImport: { give: imported, ...ofStaff },
  getImportJob: { give: anImport, ...ofStaff, answer: 'NOT_FOUND' },
  listImportJobs: { give: ({ studyid }) => ({ studyid }), ...ofStaff },
  getDefinitions: { give: study, ...ofStaff },
  getFormFile: {
    give: ({ studyid, formtypeid }) => ({ studyid, formtypeids: [formtypeid], format: 'ODM' }),
    ...ofStaff,
  },
  previewFormFile: { give: formFile, groups: ['study:admin'] },
  previewDefinitions: { give: defining, groups: ['study:admin'] },
  previewDefinitionsFile: { give: defining, groups: ['study:admin'] },
  addExport: { give: exported, finer: ['hp'], prepare: untilNoExport },
  cancelExport: { give: () => ({ exportid: randomUUID() }), answer: 'NOT_FOUND' },
  addImport: { give: imported, ...ofStaff },
  addDevices: { give: ({ siteid }) => ({ siteid, devices: [{ deviceid: 'NEW2' }] }), groups: ['admin'] },
  listFormReaders: { give: ofForm, ...ofStaff },
  onFormReadersUpdates: { give: ofForm, ...ofStaff },
  addImportJob: {
    give: ({ siteid, studyid }) => ({ input: { siteid, studyid, filename: 'values.csv' } }),
    ...ofStaff,
    prepare: endImports,
  },
  checkImportJob: { give: (place) => ({ input: anImport(place) }), ...ofStaff, answer: 'NOT_FOUND' },
  startImportJob: { give: (place) => ({ ...anImport(place), check: 1 }), ...ofStaff, answer: 'NOT_FOUND' },
  cancelImportJob: { give: anImport, ...ofStaff, answer: 'NOT_FOUND' },
  addFormFile: { give: formFile, groups: ['study:admin'] },
  addDefinitions: { give: defining, groups: ['study:admin'] },
  onExportsUpdates: { give: site },
  listMeasures: { give: ({ subjectid, referencedataid }) => ({ subjectid, referencedataid }), ...ofStaff },
  listMarkedFiles: { give: ({ studyid }) => ({ studyid, mark: 'clipped', limit: 100 }), ...ofStaff },
  countMarkedFiles: { give: ({ studyid }) => ({ studyid }), ...ofStaff },
  listStudyMeasures: { give: ({ studyid }) => ({ studyid, measure: 'enmo' }), ...ofStaff },
}
