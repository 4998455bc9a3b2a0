import type { Format } from '../recording.ts'
import { findSuperblock } from './find-superblock.ts'

/** HDF5, and with it MATLAB 7.3. */
export const hdf5Format: Format = {
  name: 'HDF5',
  sniff: (head) => findSuperblock(head) !== undefined,
  open: async (source, options) => (await import('./hdf5-recording.ts')).openHdf5(source, options),
}
