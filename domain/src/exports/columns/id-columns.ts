import { type Column, column } from './column.ts'

const labels = {
  siteid: 'Site',
  studyid: 'Study',
  subjectid: 'Subject',
}

/** The ids at the beginning of every row, as its key, with the subject's identifier after a subjectid. */
export function idColumns(names: readonly (keyof typeof labels)[]): Column[] {
  return names.flatMap((name) => {
    const id = column({ name, label: labels[name], required: true, key: true })
    return name === 'subjectid' ? [id, column({ name: 'identifier', label: "The subject's identifier" })] : [id]
  })
}

export function versionColumn(what: string): Column {
  return column({ name: 'version', label: `Version of the ${what}`, type: 'integer', required: true })
}
