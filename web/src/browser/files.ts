import type { Source } from '@casebook/domain/recordings/recording.ts'

/** Saves a file to the browser's downloads. */
export function saveFile(blob: Blob, filename: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = filename
  link.click()
  // The browser reads it after the click returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The bytes of a file that the person picked. */
export function fileSource(file: File): Source {
  return {
    size: file.size,
    async read(offset, length) {
      return new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
    },
  }
}
