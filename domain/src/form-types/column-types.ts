/**
 * The types of the columns of exports, with their names in ODM 1.3.2 and Dataset-JSON 1.1. `isText`: a cell may contain
 * any text, so that CSV files guard it. `time` is a clock time from 00:00:00 to 24:59:59.
 */
const described = {
  text: { odm: 'text', datasetJson: 'string', isText: true },
  choice: { odm: 'text', datasetJson: 'string', isText: true },
  boolean: { odm: 'boolean', datasetJson: 'boolean', isText: false },
  number: { odm: 'double', datasetJson: 'double', isText: false },
  integer: { odm: 'integer', datasetJson: 'integer', isText: false },
  date: { odm: 'date', datasetJson: 'date', isText: false },
  time: { odm: 'time', datasetJson: 'time', isText: false },
  datetime: { odm: 'datetime', datasetJson: 'datetime', isText: false },
}

export type ColumnType = keyof typeof described

type ColumnTypeDescription = { odm: string; datasetJson: string; isText: boolean }

export const columnTypes: Readonly<Record<ColumnType, ColumnTypeDescription>> = described
