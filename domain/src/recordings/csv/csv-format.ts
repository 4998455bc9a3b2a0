import type { Format } from '../recording.ts'
import { looksLikeText } from './bytes/encoding.ts'
import { isGzip } from './bytes/gzip.ts'

export const csvFormat: Format = {
  name: 'CSV',
  sniff: (head) => isGzip(head) || looksLikeText(head),
  open: async (source, options) => (await import('./open-csv.ts')).openCsv(source, options),
}
