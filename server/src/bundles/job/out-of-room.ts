/** How the disk, the embedded store, S3 stores and PostgreSQL (53100) say that they are full. */
const codes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'InsufficientStorage',
  'XMinioStorageFull',
  'QuotaExceeded',
  'ServiceQuotaExceeded',
  '53100',
])

/** Whether an error, or what caused it, means that there is no room left. */
export function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return codes.has(code) || codes.has(error.name) || isOutOfRoom(error.cause)
}
