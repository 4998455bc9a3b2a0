import { makeMean, type SampleMethod } from '../method/method.ts'
import { lengthsOf } from '../method/vector-length.ts'

/** The length of acceleration that exceeds gravity: what is below it counts as zero before the mean is taken. */
export const enmo: SampleMethod = {
  name: 'enmo',
  version: '3',
  reference: 'van Hees et al. 2013, PLoS ONE 8:e61691, doi:10.1371/journal.pone.0061691',
  of: 'acceleration',
  parameters: { calibration: 'none', filter: 'none' },
  outputs: [{ measure: 'enmo', unit: 'g' }],
  isCalibrated: true,
  lowestRate: 1,
  valuesOf: (columns) => lengthsOf(columns).map((length) => Math.max(length - 1, 0)),
  makeCollector: makeMean,
}
