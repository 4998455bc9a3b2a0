import { deviceFields } from '../../devices/devices.rules.ts'
import { siteFields } from '../../sites/sites.rules.ts'
import { firstPlaces } from '../../studies/places.ts'
import { studyFields } from '../../studies/studies.rules.ts'
import { claim, mostOfPath, mostOfSubject, type NamedFile, studyFolders } from '../files/paths.ts'
import { safeName } from '../files/safe-name.ts'
import type { ExportRows, StudyDocumentRow } from '../rows.ts'
import { UniqueNames } from '../unique-names.ts'
import { column, type Table } from './column.ts'
import {
  idColumns,
  storedCells,
  storedColumns,
  tracked,
  typedCells,
  typedColumns,
  versionColumn,
} from './id-columns.ts'
import { visitsTable } from './visit-tables.ts'

function sitesTable({ heading, sites }: ExportRows): Table {
  return tracked(heading, {
    name: 'sites',
    label: 'Sites',
    columns: [...idColumns(['siteid']), ...typedColumns(siteFields), versionColumn('site')],
    records: () => sites,
    cells: (site) => [site.siteid, ...typedCells(siteFields, site), site.version],
  })
}

function studiesTable({ heading, studies }: ExportRows): Table {
  const isPlaced = haveOwnPlaces(studies)
  return tracked(heading, {
    name: 'studies',
    label: 'Studies',
    columns: [
      ...idColumns(['siteid', 'studyid']),
      ...typedColumns(studyFields),
      column({ name: 'identifier', label: 'Identifier' }),
      ...(isPlaced ? [column({ name: 'places', label: 'Places on the body, separated by |', required: true })] : []),
      versionColumn('study'),
    ],
    records: () => studies,
    cells: (study) => {
      const places = isPlaced ? [(study.places ?? firstPlaces).join('|')] : []
      return [
        study.siteid,
        study.studyid,
        ...typedCells(studyFields, study),
        study.identifier,
        ...places,
        study.version,
      ]
    },
  })
}

function devicesTable({ heading, devices }: ExportRows): Table {
  return tracked(heading, {
    name: 'devices',
    label: 'Devices',
    columns: [
      ...idColumns(['siteid']),
      ...typedColumns(deviceFields).map((each) => ({ ...each, key: each.name === 'deviceid' })),
      versionColumn('device'),
    ],
    records: () => devices,
    cells: (device) => [device.siteid, ...typedCells(deviceFields, device), device.version],
  })
}

/** Whether the tables of an export say more of places than the positions: in one of its studies there are others. */
export function haveOwnPlaces(studies: ExportRows['studies']): boolean {
  return studies.some(({ places }) => places !== undefined)
}

function studyDocumentsTable(rows: ExportRows): Table {
  return tracked(rows.heading, {
    name: 'study_documents',
    label: 'Documents of the study',
    columns: [
      ...idColumns(['siteid', 'studyid']),
      column({ name: 'documentid', label: 'Document', required: true, key: true }),
      column({ name: 'number', label: 'Version of the file, from 1', type: 'integer', required: true, key: true }),
      column({ name: 'title', label: 'Title', required: true }),
      column({ name: 'kind', label: 'Kind of document', required: true }),
      column({ name: 'date', label: 'Date of the version', type: 'date' }),
      column({ name: 'filename', label: 'Name as uploaded', required: true }),
      ...storedColumns(),
      versionColumn('document'),
    ],
    *records() {
      for (const { row, path } of namedDocuments(rows)) yield { ...row, path: rows.heading.files ? path : null }
    },
    cells: (row) => {
      const ids = [row.siteid, row.studyid, row.documentid, row.number, row.title, row.kind, row.date, row.filename]
      return [...ids, ...storedCells(row), row.version]
    },
  })
}

const documentsFolder = 'documents'

/** The documents' files with their paths below this folder: the title, and the number before the original file name. */
function* namedDocuments(rows: ExportRows): Generator<{ row: StudyDocumentRow; path: string | null }> {
  const studies = studyFolders(rows)
  const folders = new Map<string, string>()
  const names = new UniqueNames()
  for (const row of rows.studyDocuments) {
    const study = `${documentsFolder}/${studies.get(row.studyid) ?? ''}`
    const folder = folders.get(row.documentid) ?? study + claim(names, row.title, mostOfSubject)
    folders.set(row.documentid, folder)
    const below = `${folder}/`
    const name = safeName(`${row.number} ${row.filename}`, mostOfPath - below.length)
    yield { row, path: row.status === 'UPLOADED' ? below + name : null }
  }
}

function* documentFiles(rows: ExportRows): Generator<NamedFile> {
  for (const { row, path } of namedDocuments(rows))
    yield { row: { ...row, subjectid: null, identifier: null }, id: row.documentid, path }
}

/** The tables of a site and its studies, in the order of the bundle. The types are in the dictionary and in the tables of forms. */
export const studyTables = {
  sites: sitesTable,
  studies: studiesTable,
  devices: devicesTable,
  activityTypes: undefined,
  formTypes: undefined,
  studyDocuments: studyDocumentsTable,
  visits: visitsTable,
}

/** The files of these tables. */
export const studyFiles = {
  studyDocuments: { folder: documentsFolder, named: documentFiles },
}
