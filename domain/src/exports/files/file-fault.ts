/** What is wrong with uploaded files in a bundle, as sentences by the paths of the files. */
export type FileFaults = ReadonlyMap<string, string>

/**
 * Why a file in a bundle is not the one that was uploaded. `written` is the content in the bundle, undefined if the file
 * is missing in the store. Of a file uploaded without SHA-256, only the size is known.
 */
export function fileFault(
  uploaded: { size: number; sha256: string | null },
  written: { size: number; sha256: string } | undefined,
): string | undefined {
  if (!written) return 'The file is missing in the store. It is empty here.'
  if (uploaded.size !== written.size) return `The file has ${written.size} bytes. At upload it had ${uploaded.size}.`
  if (uploaded.sha256 !== null && uploaded.sha256 !== written.sha256) {
    return 'The content of the file differs from the SHA-256 recorded at upload.'
  }
}
