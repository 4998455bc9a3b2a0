import type { ColumnType } from '../../form-types/column-types.ts'
import type { Cell, Column, Table } from '../columns/column.ts'
import type { Tables } from '../columns/tables.ts'
import { xmlText } from '../xml-text.ts'

/** The tables of a feed: those of the present state. */
export function feedTables({ records, forms }: Pick<Tables, 'records' | 'forms'>): Table[] {
  return [...records, ...forms]
}

/** A clock time may be 24:00 or later, which OData's own type can't be. */
const types: Record<ColumnType, string> = {
  text: 'Edm.String',
  choice: 'Edm.String',
  time: 'Edm.String',
  boolean: 'Edm.Boolean',
  number: 'Edm.Double',
  integer: 'Edm.Int64',
  date: 'Edm.Date',
  datetime: 'Edm.DateTimeOffset',
}

/** The service document: the tables and their addresses below `root`, which ends with a slash. */
export function serviceDocument(root: string, tables: readonly Table[]) {
  return {
    '@odata.context': `${root}$metadata`,
    value: tables.map(({ tableId, label }) => ({ name: tableId, kind: 'EntitySet', url: tableId, title: label })),
  }
}

/** `$metadata`: the columns of each table with their types, and what the feed can't do, so that nobody asks for it. */
export function metadataXml(tables: readonly Table[]): string {
  const entity = ({ tableId, columns }: Table) =>
    `<EntityType Name="${tableId}"><Key>${columns
      .filter(({ key }) => key)
      .map(({ columnId }) => `<PropertyRef Name="${columnId}"/>`)
      .join('')}</Key>${columns.map(propertyOf).join('')}</EntityType>`
  const set = ({ tableId }: Table) =>
    `<EntitySet Name="${tableId}" EntityType="Casebook.${tableId}">${restrictions}</EntitySet>`
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0"><edmx:Reference Uri="https://oasis-tcs.github.io/odata-vocabularies/vocabularies/Org.OData.Capabilities.V1.xml"><edmx:Include Namespace="Org.OData.Capabilities.V1"/></edmx:Reference><edmx:Reference Uri="https://oasis-tcs.github.io/odata-vocabularies/vocabularies/Org.OData.Core.V1.xml"><edmx:Include Namespace="Org.OData.Core.V1"/></edmx:Reference><edmx:DataServices><Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="Casebook">${tables
    .map(entity)
    .join(
      '',
    )}<EntityContainer Name="Export">${tables.map(set).join('')}</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>
`
}

const restriction = (term: string, property: string) =>
  `<Annotation Term="Org.OData.Capabilities.V1.${term}"><Record><PropertyValue Property="${property}" Bool="false"/></Record></Annotation>`
const restrictions = [
  restriction('FilterRestrictions', 'Filterable'),
  restriction('SortRestrictions', 'Sortable'),
  restriction('SearchRestrictions', 'Searchable'),
  restriction('ExpandRestrictions', 'Expandable'),
  '<Annotation Term="Org.OData.Capabilities.V1.SkipSupported" Bool="false"/>',
  '<Annotation Term="Org.OData.Capabilities.V1.TopSupported" Bool="true"/>',
].join('')

function propertyOf({ columnId, type, key, label, required }: Column): string {
  const nullable = key || required ? ' Nullable="false"' : ''
  const description = `<Annotation Term="Org.OData.Core.V1.Description" String="${xmlText(label).replaceAll('"', '&quot;')}"/>`
  return `<Property Name="${columnId}" Type="${types[type]}"${nullable && key ? nullable : ''}>${description}</Property>`
}

/** A row as JSON, with these columns. A part of the key is never null: an empty text stands for it. */
export function feedRow(columns: readonly Column[], places: readonly number[], cells: readonly Cell[]): object {
  return Object.fromEntries(
    places.map((place) => {
      const column = columns[place]
      const cell = cells[place] ?? null
      return [column?.columnId ?? '', cell === null ? (column?.key ? '' : null) : jsonOf(column?.type ?? 'text', cell)]
    }),
  )
}

function jsonOf(type: ColumnType, cell: string): string | number | boolean {
  if (type === 'boolean') return cell === 'true'
  if (type !== 'number' && type !== 'integer') return cell
  const value = Number(cell)
  // As OData writes what JSON has no number for.
  if (!Number.isFinite(value)) return value === Number.POSITIVE_INFINITY ? 'INF' : '-INF'
  return value
}
