import { parseFormFields } from '@casebook/domain/reference-data/reference-data.rules.ts'

export type SendOutcome = 'sent' | 'refused' | 'broken' | 'aborted'

/**
 * POSTs the file to the object store as multipart: the presigned fields first, in their order, then the file. Success is
 * status 200 and nothing else. `fields` is what addReferenceData answered, `{name=value,…}`. A fetch would tell nothing
 * of what was sent so far.
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
  /** Bytes sent of all that is to be sent, which is a little more than the file. */
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
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
