import type { Source } from '@casebook/domain/recordings/recording.ts'

/** The bytes of a file that the person picked. */
export function fileSource(file: File): Source {
  return {
    size: file.size,
    async read(offset, length) {
      return new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
    },
  }
}
