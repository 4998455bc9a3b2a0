import { isDeepStrictEqual } from 'node:util'
import type { LeftOut } from '@casebook/domain/form-exchange/exchange.ts'
import { writeWorkbook } from '@casebook/domain/form-exchange/files/write-workbook.ts'
import { writeOdm } from '@casebook/domain/form-exchange/odm/write-odm.ts'
import { writeRedcap } from '@casebook/domain/form-exchange/redcap/write-redcap.ts'
import { writeXlsform } from '@casebook/domain/form-exchange/xlsform/write-xlsform.ts'
import { storedDefinition } from '@casebook/domain/form-types/stored-definition.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { SiteData } from '../access/site-data.ts'
import { release } from '../config/release.ts'
import type { FormFile, FormFileFormat, FormFileInput } from '../generated/resolvers.ts'
import { lockStudy } from '../studies/studies.sql.ts'
import { newId } from '../writes/versions.ts'
import type { Write } from '../writes/write.ts'
import { setReason } from '../writes/write.ts'
import {
  addVisits,
  insertDefinitions,
  insertDrafts,
  readDefinitions,
  type StudyDefinitions,
  type StudyForms,
} from './definitions.sql.ts'
import { newActivityTypes, newVisits, shownDefinitions, shownLeftOut } from './import-definitions.ts'
import { reasonOf } from './import-file.ts'
import { readFormFile } from './thread/ask-thread.ts'
import type { FormFileAnswer } from './thread/read-form-file.ts'

/** A file as it was read beside the definitions of a study. */
type Read = { existing: StudyDefinitions; answer: FormFileAnswer }

/** Reads a file before any lock is taken: one that takes long must keep nobody waiting. */
export async function readBeside(
  db: SiteData,
  scope: Scope,
  { studyid, filename, gzip }: FormFileInput,
): Promise<Read> {
  const existing = await readDefinitions(db, scope, studyid)
  return { existing, answer: await readFormFile({ filename, gzip }, existing) }
}

/** Adds the form types of a file as drafts, and its visits. Throws if anything prevents one of them. */
export async function makeDrafts(tx: Write, scope: Scope, input: FormFileInput, read: Read) {
  const { studyid, filename } = input
  // Imports into one study wait for each other, so that the second sees what the first has added.
  const study = await lockStudy(tx, scope, studyid)
  if (!study) throw problem('study.missing', { field: 'studyid' })
  const why = whyStudyTakesNoChanges(study)
  if (why) throw why
  const isAsRead = isDeepStrictEqual(await readDefinitions(tx, scope, studyid), read.existing)
  const { answer } = isAsRead ? read : await readBeside(tx, scope, input)
  const refused = shownDefinitions(answer.preview).filter(({ action }) => action === 'REFUSED')
  if (refused.length > 0) {
    throw problem('definitions.refused', { params: { names: refused.map(({ name }) => name).join(', ') } })
  }
  const drafts = answer.preview.formTypes.flatMap(({ action, definition: { identifier, fields, checks, repeats } }) => {
    if (action !== 'make') return []
    const { identifier_key, ...stored } = storedDefinition(identifier, fields, checks ?? [])
    const draft = { ...stored, ...(repeats ? { repeats } : {}) }
    return [{ formtypeid: newId(), identifier: draft.identifier, identifier_key, draft }]
  })
  await setReason(tx, reasonOf(filename, answer.hash))
  await insertDrafts(tx, study, drafts)
  await insertDefinitions(tx, study, [], newActivityTypes(answer.preview))
  await addVisits(tx, study, newVisits(answer.preview))
  return answer
}

/** What was read, as returned to callers. */
export function shownReading({ format, preview, leftOut }: FormFileAnswer) {
  return { format, formTypes: shownDefinitions(preview), leftOut: leftOut.map(shownLeftOut) }
}

const mediatypes: Readonly<Record<FormFileFormat, string>> = {
  XLSFORM: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  REDCAP: 'text/csv',
  ODM: 'application/xml',
}
const endings: Readonly<Record<FormFileFormat, string>> = { XLSFORM: 'xlsx', REDCAP: 'csv', ODM: 'xml' }

/** Form types as a file of this format. */
export async function writtenFile(study: StudyForms, format: FormFileFormat): Promise<FormFile> {
  const [first, ...others] = study.formTypes
  if (!first) throw problem('form-type.missing', { field: 'formtypeids' })
  if (format === 'XLSFORM' && others.length > 0) throw problem('exchange.one', { field: 'formtypeids' })
  const { bytes, leftOut } = await contentOf(study, format)
  const name = others.length > 0 ? study.studyName : first.identifier
  return {
    filename: `${name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_')}.${endings[format]}`,
    mediatype: mediatypes[format],
    base64: Buffer.from(bytes).toString('base64'),
    leftOut: leftOut.map(shownLeftOut),
  }
}

async function contentOf(
  { studyid, studyName, formTypes, activityTypes, visits = [] }: StudyForms,
  format: FormFileFormat,
) {
  const forms = formTypes.map(({ identifier, fields, checks = [], repeats = false }) => ({
    ...{ identifier, fields: [...fields], checks: [...checks], repeats },
  }))
  const names = new Set(forms.map(({ identifier }) => identifier))
  const own = visits
    .map((visit) => ({ ...visit, formTypes: visit.formTypes.filter((name) => names.has(name)) }))
    .filter((visit) => visit.formTypes.length > 0)
  if (format === 'ODM') {
    // The same form types give the same file all day.
    const at = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`
    const text = writeOdm(forms, { studyid, studyName, at, release }, { visits: own, activityTypes })
    const withoutForms = visits.filter((visit) => visit.formTypes.length === 0)
    return { bytes: Buffer.from(text), leftOut: withoutForms.map(({ name }) => leftOutOf(name, 'exchange.visit.none')) }
  }
  const withoutVisits = own.map(({ name }) => leftOutOf(name, 'exchange.visit'))
  if (format === 'REDCAP') {
    const repeated = forms.filter(({ repeats }) => repeats)
    const { text, leftOut } = writeRedcap(forms)
    const more = repeated.map(({ identifier }) => leftOutOf(identifier, 'exchange.repeat'))
    return { bytes: Buffer.from(text), leftOut: [...leftOut, ...more, ...withoutVisits] }
  }
  const [form] = forms
  const { sheets, leftOut } = form ? writeXlsform(form) : { sheets: [], leftOut: [] }
  const bytes = Buffer.concat(await Array.fromAsync(writeWorkbook(sheets)))
  return { bytes, leftOut: [...leftOut, ...withoutVisits] }
}

function leftOutOf(text: string, reason: 'exchange.visit' | 'exchange.visit.none' | 'exchange.repeat'): LeftOut {
  return { sheet: null, row: null, field: null, text, why: problem(reason) }
}
