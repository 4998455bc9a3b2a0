/** Saves a file to the browser's downloads. */
export function saveFile(blob: Blob, filename: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = filename
  link.click()
  // The browser reads it after the click returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
