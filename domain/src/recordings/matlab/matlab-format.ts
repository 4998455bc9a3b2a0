import type { Format } from '../recording.ts'

/** MATLAB 5 to 7. Files of 7.3 are HDF5 after the same text. */
export const matlabFormat: Format = {
  name: 'MATLAB',
  sniff: (head) => {
    const text = String.fromCharCode(...head.subarray(0, 19))
    const endian = String.fromCharCode(...head.subarray(126, 128))
    const version = endian === 'IM' ? head[125] : head[124]
    return text.startsWith('MATLAB 5.0 MAT-file') && (endian === 'IM' || endian === 'MI') && version === 1
  },
  open: async (source, options) => (await import('./matlab-recording.ts')).openMatlab(source, options),
}
