import type { MadeEntry } from '../../exports/bundle/bundle.ts'
import { chunked } from '../../exports/chunks.ts'
import { guard } from '../../exports/csv/guard.ts'
import { csvText } from '../../exports/csv/write-csv.ts'
import type { ExportRows } from '../../exports/rows.ts'
import { writeRedcap } from '../redcap/write-redcap.ts'
import { offeredFirst } from './project.ts'
import { redcapData } from './write-data.ts'

/**
 * For REDCap, of each study: its form types as a data dictionary, what the dictionary can't say, and the forms as raw data.
 * Of one study in redcap/, of several in a folder each. Nothing if the export is not asked for it.
 */
export function* redcapFiles(rows: ExportRows): Generator<MadeEntry> {
  if (!rows.heading.redcap) return
  const [only, ...others] = rows.studies
  for (const { studyid } of rows.studies) {
    const folder = only && others.length === 0 ? 'redcap' : `redcap/${studyid}`
    const forms = offeredFirst(rows.formTypes.filter((type) => type.studyid === studyid))
    if (forms.length === 0) continue
    const { text, leftOut } = writeRedcap(
      forms.map(({ identifier, fields, checks = [], repeats }) => ({
        identifier,
        fields: [...fields],
        checks: [...checks],
        ...(repeats && { repeats }),
      })),
    )
    const lost = leftOut.map(({ sheet, field, text: said, why }) => [sheet, field, said, why.message])
    const from = `study ${studyid}`
    yield made(`${folder}/dictionary.csv`, from, () => chunked([text]))
    yield made(`${folder}/left-out.csv`, from, () =>
      chunked([
        csvText([['form', 'field', 'text', 'why'], ...lost.map((cells) => cells.map((cell) => guard(cell ?? '')))]),
      ]),
    )
    yield made(`${folder}/data.csv`, from, () => redcapData(rows, studyid, rows.heading.zone))
  }
}

function made(path: string, from: string, write: MadeEntry['write']): MadeEntry {
  return { kind: 'made', path, from, write }
}
