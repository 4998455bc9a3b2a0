import type { Cell, Table } from '../columns/column.ts'
import type { Profiles } from '../columns/profile.ts'
import { IsoTimes } from '../files/iso-time.ts'
import { BySubject } from '../files/merge.ts'
import type { HistoryRow } from '../history-row.ts'
import type { ExportRows } from '../rows.ts'
import type { OdmTables } from './odm-tables.ts'
import { metaDataVersionOid, studyOid } from './oids.ts'
import { type SubjectParts, SubjectWriter } from './subject-data.ts'
import { open } from './xml.ts'

type OfSubject = { siteid: string; studyid: string; subjectid: string }
type Options = { rows: ExportRows; tables: OdmTables; profiles: Profiles }

/** The subjects of the studies with all their data, one subject at a time. */
export async function* clinicalData({ rows, tables, profiles }: Options): AsyncGenerator<string> {
  const writer = await SubjectWriter.make(tables, profiles, {
    hasHistory: rows.heading.history,
    times: new IsoTimes(rows.heading.zone),
  })
  const streams = {
    subject: new BySubject(cellsBySubject(tables.subject.group.table)),
    devices: new BySubject(cellsBySubject(tables.devices.group.table)),
    activities: new BySubject(cellsBySubject(tables.activities.group.table)),
    referenceData: new BySubject(cellsBySubject(tables.referenceData.table)),
    forms: new BySubject(rows.forms()),
    history: new BySubject(historyOfSubjects(rows)),
  }
  try {
    let study: string | undefined
    for await (const subject of rows.subjects()) {
      if (subject.studyid !== study) {
        if (study !== undefined) yield '</ClinicalData>\n'
        study = subject.studyid
        yield open('ClinicalData', { StudyOID: studyOid(study), MetaDataVersionOID: metaDataVersionOid })
      }
      const parts: SubjectParts = {
        subject,
        cells: (await streams.subject.of(subject))[0]?.cells ?? [],
        devices: (await streams.devices.of(subject)).map(({ cells }) => cells),
        activities: (await streams.activities.of(subject)).map(({ cells }) => cells),
        referenceData: (await streams.referenceData.of(subject)).map(({ cells }) => cells),
        forms: await streams.forms.of(subject),
        history: await streams.history.of(subject),
      }
      yield* writer.write(parts)
    }
    if (study !== undefined) yield '</ClinicalData>\n'
  } finally {
    for (const stream of Object.values(streams)) await stream.close()
  }
}

async function* cellsBySubject({ rows, name }: Table): AsyncGenerator<OfSubject & { cells: Cell[] }> {
  for await (const cells of rows()) {
    const [siteid, studyid, subjectid] = cells
    if (!siteid || !studyid || !subjectid) throw new Error(`A row of ${name} is of no subject.`)
    yield { siteid, studyid, subjectid, cells }
  }
}

async function* historyOfSubjects(rows: ExportRows): AsyncGenerator<HistoryRow & OfSubject> {
  if (!rows.heading.history) return
  for await (const row of rows.history()) {
    const { siteid, studyid, subjectid } = row
    if (siteid && studyid && subjectid) yield { ...row, siteid, studyid, subjectid }
  }
}
