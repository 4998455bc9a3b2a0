import { csvFormat } from '../csv/csv-format.ts'
import { cwaFormat } from '../cwa/cwa-format.ts'
import { edfFormat } from '../edf/edf-format.ts'
import { geneactivFormat } from '../geneactiv/geneactiv-format.ts'
import { gt3xFormat } from '../gt3x/gt3x-format.ts'
import { hdf5Format } from '../hdf5/hdf5-format.ts'
import { matlabFormat } from '../matlab/matlab-format.ts'
import type { Format } from '../recording.ts'
import { wfdbFormat, wfdbSamplesFormat } from '../wfdb/wfdb-format.ts'

/**
 * In the order in which they are tried. Text comes last: it accepts everything that looks like text, the others check a
 * signature.
 */
export const formats: readonly Format[] = [
  edfFormat,
  cwaFormat,
  gt3xFormat,
  geneactivFormat,
  hdf5Format,
  matlabFormat,
  wfdbFormat,
  csvFormat,
  wfdbSamplesFormat,
]
