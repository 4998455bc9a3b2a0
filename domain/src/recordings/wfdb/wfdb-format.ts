import type { Format } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'

/**
 * The first line that is not a comment names a record and the number of its signals. The next names a file and its
 * storage format.
 */
const header = /^(?:\s*(?:#[^\n]*)?\n)*[\w-]+(?:\/\d+)?[ \t]+\d+(?:[ \t][^\n]*)?\n(?:\s*(?:#[^\n]*)?\n)*(\S+)[ \t]+\d+/

/** Waveform Database of PhysioNet: a text header that names the files with the samples. */
export const wfdbFormat: Format = {
  name: 'WFDB',
  sniff: (head, _source, filename) => {
    const text = new TextDecoder('latin1').decode(head).replaceAll('\r', '')
    const named = header.exec(text)?.[1]
    return named !== undefined && (/\.(dat|bin|[a-z]\w{0,4})$/i.test(named) || filename.toLowerCase().endsWith('.hea'))
  },
  open: async (source, options) => (await import('./wfdb-recording.ts')).openWfdb(source, options),
}

/**
 * The samples of a WFDB record, which have no signature: opened through the header of the same name among the
 * companions.
 */
export const wfdbSamplesFormat: Format = {
  name: 'WFDB',
  sniff: (_head, _source, filename) => /\.dat$/i.test(filename),
  open: async (_source, options = {}) => {
    const name = options.filename?.replace(/\.dat$/i, '.hea')
    const headerSource = name === undefined ? undefined : await options.companion?.(name)
    if (!headerSource) throw new UnreadableRecording('missing-companion', { offset: 0, detail: name ?? '.hea' })
    return (await import('./wfdb-recording.ts')).openWfdb(headerSource, { ...options, filename: name ?? '' })
  },
}
