import { type Emit, type Meter, type Method, makeMean } from '../method/method.ts'
import { lengthAt } from '../method/vector-length.ts'

/** The length of acceleration that exceeds gravity: what is below it counts as zero before the mean is taken. */
export const enmo: Method<number> = {
  name: 'enmo',
  version: '3',
  reference: 'van Hees et al. 2013, PLoS ONE 8:e61691, doi:10.1371/journal.pone.0061691',
  of: 'acceleration',
  parameters: { calibration: 'none', filter: 'none' },
  outputs: [{ measure: 'enmo', unit: 'g' }],
  isCalibrated: true,
  lowestRate: 1,
  makeMeter: (_rate, emit) => makeMeter(emit),
  makeCollector: makeMean,
}

function makeMeter(emit: Emit<number>): Meter {
  return {
    add([x, y, z], at, step) {
      if (!x || !y || !z) return
      for (let i = 0; i < x.length; i++) emit(at + i * step, Math.max(lengthAt(x, y, z, i) - 1, 0))
    },
    end() {},
  }
}
