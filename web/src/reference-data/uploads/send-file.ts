import { parseFormFields } from '@casebook/domain/reference-data/reference-data.rules.ts'
import type { SendOutcome } from './upload-state.ts'

/**
 * Posts the file to the object store as multipart: first the presigned fields, in order, then the file. Success is
 * status 200 and nothing else. `fields` is the answer of addReferenceData, `{name=value,…}`. Uses XMLHttpRequest,
 * because fetch does not report upload progress.
 */
export function sendFile({
  objectUrl,
  fields,
  file,
  onProgress,
  signal,
}: {
  objectUrl: string
  fields: string
  file: File
  /** Bytes sent, and bytes in total, which is a little more than the file. */
  onProgress: (sent: number, total: number) => void
  signal: AbortSignal
}): Promise<SendOutcome> {
  const form = new FormData()
  for (const [name, value] of parseFormFields(fields)) form.append(name, value)
  form.append('file', file)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', objectUrl)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onload = () => resolve(request.status === 200 ? 'sent' : 'refused')
    request.onerror = () => resolve('broken')
    request.onabort = () => resolve('aborted')
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
