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

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // The number of arguments of a call is limited.
  for (let from = 0; from < bytes.length; from += 32_768) {
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  }
  return btoa(text)
}

/** Throws for what is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
