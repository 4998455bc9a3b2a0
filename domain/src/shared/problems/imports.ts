import type { CatalogueEntry } from './problem-code.ts'

/** Files that are imported into a study. */
export const importsProblems = {
  'import.empty': {
    code: 'BAD_INPUT',
    sentence: 'The file has no header row. Choose a CSV file in the format of an export.',
  },
  'import.file': {
    code: 'BAD_INPUT',
    sentence: 'Give the file either as csv or as gzip.',
  },
  'import.encoding': {
    code: 'BAD_INPUT',
    sentence: 'This is not a text file in UTF-8. Save the file again as CSV with UTF-8.',
  },
  'import.too-large': {
    code: 'BAD_INPUT',
    sentence: 'A file to import can be at most {most} MB. Split it by rows.',
  },
  'import.too-much': {
    code: 'BAD_INPUT',
    sentence: 'Reading this file takes too long, or too much memory. Split it into smaller files.',
  },
  'import.cells': {
    code: 'BAD_INPUT',
    sentence: 'Row {row} has more than {most} cells. Save the file again as CSV with commas.',
  },
  'import.cell': {
    code: 'BAD_INPUT',
    sentence: 'A cell in row {row} has more than {most} characters. Shorten it, or check the quotes of the file.',
  },
  'import.row.units': {
    code: 'BAD_INPUT',
    sentence: 'Row {row} has more than {most} characters. Shorten it, or check the quotes of the file.',
  },
  'import.rows': {
    code: 'BAD_INPUT',
    sentence: 'A file to import can have at most {most} rows. Split it by rows.',
  },
  'import.job.missing': {
    code: 'NOT_FOUND',
    sentence: 'This import does not exist any more. Choose the file again.',
  },
  'import.job.busy': {
    code: 'CONFLICT',
    sentence: 'This import is still being worked on, or has ended. Wait until it is checked, or choose the file again.',
  },
  'import.job.unchecked': {
    code: 'BAD_INPUT',
    sentence: 'Only a file that was checked and has no mistake can be imported. Check the file first.',
  },
  'import.job.rechecked': {
    code: 'CONFLICT',
    sentence:
      'The file was checked again meanwhile, with other answers perhaps. Nothing was imported. Read what that check found, then import.',
  },
  'import.job.file': {
    code: 'BAD_INPUT',
    sentence: 'The file has not arrived whole, or is not the one that was announced. Send it again.',
  },
  'import.job.changed': {
    code: 'CONFLICT',
    sentence: 'The file is not the one that was checked. Nothing was imported. Choose the file again.',
  },
  'import.job.outdated': {
    code: 'CONFLICT',
    sentence:
      'The study has changed since the file was checked. Nothing was imported. Choose the file again to see what importing it would do now.',
  },
  'import.job.stale': {
    code: 'CONFLICT',
    sentence: 'The file does not fit the study any more. Nothing was imported. Check the file again.',
  },
  'import.job.rights': {
    code: 'FORBIDDEN',
    sentence: 'You may no longer import into this study. Nothing was imported. Ask an administrator.',
  },
  'import.job.failed': {
    code: 'CONFLICT',
    sentence: 'The server could not finish the import. Nothing was imported. Try again, or ask the operator.',
  },
  'import.job.too-many': {
    code: 'CONFLICT',
    sentence: 'You have {most} imports that have not ended. Cancel one of them, or wait.',
  },
  'import.mistakes': {
    code: 'BAD_INPUT',
    sentence:
      'The file does not fit the study as it is now (mistakes: {count}). Nothing was imported. Check the file again.',
  },
  'import.changed': {
    code: 'CONFLICT',
    sentence:
      'The study has changed since the file was checked. Nothing was imported. Look at what importing it would do now.',
  },
  'import.quotes': {
    code: 'BAD_INPUT',
    sentence: 'The quotes in row {row} do not match. Save the file again as CSV with UTF-8.',
  },
  'import.separator': {
    code: 'BAD_INPUT',
    sentence: 'The columns are separated by semicolons or tabs. Save the file again as CSV with commas.',
  },
  'import.row.length': {
    code: 'BAD_INPUT',
    sentence: 'The number of cells in this row is {count}; the header row has {expected}. Correct the row.',
  },
  'import.column.unknown': {
    code: 'BAD_INPUT',
    sentence: 'There is no column {name} here. Remove it from the file, or correct its name.',
  },
  'import.column.duplicate': { code: 'BAD_INPUT', sentence: 'The column {name} appears twice. Remove one of them.' },
  'import.column.subject': {
    code: 'BAD_INPUT',
    sentence: 'The file needs a column identifier or subjectid. Add one of them.',
  },
  'import.subject.unnamed': { code: 'BAD_INPUT', sentence: 'Give the identifier of the subject, or its subjectid.' },
  'import.subject.duplicate': {
    code: 'BAD_INPUT',
    sentence: 'Row {row} is also about this subject. Remove one of them.',
  },
  'import.redcap.event': { code: 'BAD_INPUT', sentence: 'The study has no visit for the event {name}.' },
  'import.redcap.instrument': { code: 'BAD_INPUT', sentence: 'The study has no form type for the instrument {name}.' },
  'import.redcap.elsewhere': {
    code: 'BAD_INPUT',
    sentence: '{name} does not belong to the visit of the event {event}.',
  },
  'import.redcap.repeated': { code: 'BAD_INPUT', sentence: 'A row of {name} has no values of other form types.' },
  'import.redcap.checkbox': { code: 'BAD_INPUT', sentence: 'A checkbox is 1 or 0.' },
  'import.occurrence': {
    code: 'BAD_INPUT',
    sentence: 'Which one it is, is a whole number from 1. Leave it empty for the first.',
  },
  'import.subject.other': {
    code: 'BAD_INPUT',
    sentence: 'The identifier and the subjectid belong to different subjects. Correct one of them, or leave one out.',
  },
  'import.study.other': {
    code: 'BAD_INPUT',
    sentence: 'This row was exported from another study. Choose another file, or say that the file is from elsewhere.',
  },
  'import.form-type.other': {
    code: 'BAD_INPUT',
    sentence: 'This row is a form of another form type. Choose the form type of the file, or another file.',
  },
  'import.form-type.mixed': {
    code: 'BAD_INPUT',
    sentence: 'This row is a form of another form type than row {row}. Split the file by form type.',
  },
  'import.value.companion': {
    code: 'BAD_INPUT',
    sentence: 'This value does not agree with the column {name}. Correct {name}, and leave this cell empty.',
  },
  'import.value.retired': {
    code: 'BAD_INPUT',
    sentence: 'This field is retired, and its stored value differs from this one. Leave the cell empty.',
  },
  'import.value.stored': {
    code: 'BAD_INPUT',
    sentence:
      'The study has a value for {name} that the field no longer accepts. Correct it in the form, or give a new value here.',
  },
  'import.value.date-time': {
    code: 'BAD_INPUT',
    sentence: 'Type the time with its offset from UTC, such as 2026-10-20T09:50:00+02:00.',
  },
  'import.value.date': { code: 'BAD_INPUT', sentence: 'Type the date as YYYY-MM-DD, such as 2026-10-20.' },
  'import.version': {
    code: 'BAD_INPUT',
    sentence: 'A version is a whole number from 1. Keep the version of the export, or leave the cell empty.',
  },
  'import.version.ahead': {
    code: 'BAD_INPUT',
    sentence: 'The study has version {version} of this form. Keep the version of the export, or leave the cell empty.',
  },
  'import.version.none': {
    code: 'BAD_INPUT',
    sentence: 'The study has no such form. To add it, leave the version empty.',
  },
  'import.form.changed': {
    code: 'CONFLICT',
    sentence: 'This form was changed after it was exported. Export it again, and edit the new file.',
  },
  'import.form.added': {
    code: 'CONFLICT',
    sentence:
      'Somebody added one of these forms while the file was being imported. Nothing was imported. Check the file again.',
  },
} as const satisfies Record<string, CatalogueEntry>
