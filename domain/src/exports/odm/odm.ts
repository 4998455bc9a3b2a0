import { chunked } from '../chunks.ts'
import type { Profiles } from '../columns/profile.ts'
import type { Tables } from '../columns/tables.ts'
import type { ExportRows } from '../rows.ts'
import { clinicalData } from './clinical-data.ts'
import { studyMetadata } from './metadata.ts'
import { odmTables } from './odm-tables.ts'
import { metaDataVersionOid, siteOid, studyOid, userOid } from './oids.ts'
import { element, open, textElement } from './xml.ts'

/**
 * The export as CDISC ODM 1.3.2. With history it is transactional: every item with all its values and who changed it.
 * Without, it is a snapshot of the present state.
 */
export function odmXml(rows: ExportRows, tables: Tables, profiles: Profiles): AsyncGenerator<string> {
  return chunked(pieces(rows, tables, profiles))
}

async function* pieces(rows: ExportRows, all: Tables, profiles: Profiles): AsyncGenerator<string> {
  const { at, release, siteid, studyid, subjectids, history } = rows.heading
  const tables = odmTables(all)
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield open('ODM', {
    xmlns: 'http://www.cdisc.org/ns/odm/v1.3',
    ODMVersion: '1.3.2',
    FileType: history ? 'Transactional' : 'Snapshot',
    Granularity: subjectids?.length === 1 ? 'SingleSubject' : 'SingleSite',
    FileOID: ['casebook', siteid, studyid, ...(subjectids ?? []), at].filter(Boolean).join('.'),
    CreationDateTime: at,
    AsOfDateTime: at,
    SourceSystem: 'Casebook',
    SourceSystemVersion: release,
  })
  yield '\n'
  for (const study of rows.studies) yield* studyMetadata(study, { tables, profiles, hasHistory: history })
  yield* adminData(rows)
  yield* clinicalData({ rows, tables, profiles })
  yield '</ODM>\n'
}

function* adminData({ users, sites, studies, heading }: ExportRows): Generator<string> {
  yield '<AdminData>'
  for (const { actor, name } of users) {
    const names = name === '' ? '' : textElement('DisplayName', name) + textElement('FullName', name)
    yield element('User', { OID: userOid(actor) }, names)
  }
  const day = heading.at.slice(0, 10)
  for (const { siteid, name } of sites) {
    const versions = studies
      .filter((study) => study.siteid === siteid)
      .map(({ studyid }) =>
        element('MetaDataVersionRef', {
          StudyOID: studyOid(studyid),
          MetaDataVersionOID: metaDataVersionOid,
          EffectiveDate: day,
        }),
      )
    // A location without a study is not valid here.
    if (versions.length > 0)
      yield element('Location', { OID: siteOid(siteid), Name: name, LocationType: 'Site' }, versions.join(''))
  }
  yield '</AdminData>\n'
}
