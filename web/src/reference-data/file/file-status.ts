/** The word for each status of a file, in the texts of reference data. */
export const fileStatusTexts = { UPLOADED: 'uploaded', PENDING: 'pending', FAILED: 'failed' } as const

export type FileStatusName = keyof typeof fileStatusTexts

export function isFileStatus(text: string): text is FileStatusName {
  return Object.hasOwn(fileStatusTexts, text)
}
