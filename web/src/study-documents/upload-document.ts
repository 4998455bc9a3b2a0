import { problem } from '@casebook/domain/shared/problems.ts'
import { useState } from 'react'
import { holdWindow } from '../browser/leaving.ts'
import { reportError } from '../calls/errors.ts'
import { failuresOf } from '../calls/failures.ts'
import { rereadShown, writeOnce } from '../calls/graphql.ts'
import { CompleteStudyDocumentDocument } from '../generated/graphql.ts'
import { useFailureText } from '../locale/failure-text.ts'
import { forgetInspections, inspect, whenInspected } from '../reference-data/inspection/inspections.ts'
import { sendFile } from '../reference-data/uploads/send-file.ts'

/** The SHA-256 of a file in lowercase hex. Null if it can't be read. */
async function hashOf(file: File): Promise<string | null> {
  inspect([file], async () => null)
  try {
    return (await whenInspected(file, 'sha256')) ?? null
  } finally {
    forgetInspections([file])
  }
}

type Begun = {
  documentid: string
  versions: readonly { number: number; objectUrl?: string | null | undefined; fields?: string | null | undefined }[]
}

/** The version that the call began: it has a form. */
export function begunVersion({ versions }: Begun) {
  return versions.find(({ objectUrl }) => objectUrl)
}

let underWay = 0

/**
 * Sends the file of the version that a call began, and lets the server look for it. Goes on if the person leaves the
 * screen. Throws a Problem if the file did not arrive: then the version stays without it, and the sweep marks it FAILED.
 */
async function uploadDocument(begun: Begun, file: File, onProgress: (percent: number) => void): Promise<void> {
  const { documentid } = begun
  const version = begunVersion(begun)
  if (!version?.objectUrl || !version.fields) throw new Error('the answer has no objectUrl and fields')
  const { number, objectUrl, fields } = version
  underWay += 1
  holdWindow(true)
  try {
    const outcome = await sendFile({
      objectUrl,
      fields,
      file,
      signal: new AbortController().signal,
      onProgress: (sent, total) => onProgress(Math.floor((sent / Math.max(1, total)) * 100)),
    })
    if (outcome !== 'sent') throw problem('study-document.not-arrived', { field: 'file' })
    const { completeStudyDocument } = await writeOnce(CompleteStudyDocumentDocument, { documentid, number })
    const stored = completeStudyDocument.versions.find((one) => one.number === number)
    if (stored?.status !== 'UPLOADED') throw problem('study-document.not-arrived', { field: 'file' })
  } finally {
    underWay -= 1
    holdWindow(underWay > 0)
    void rereadShown()
  }
}

/** A chosen file with its SHA-256, as soon as it is known. */
export type Chosen = { file: File; sha256: string | null }

/** The chosen file, and its upload once the version is saved. */
export function useUpload() {
  const [chosen, setChosen] = useState<Chosen>()
  const [percent, setPercent] = useState<number>()
  const textOf = useFailureText()
  const [failed, setFailed] = useState<string>()

  async function choose(file: File | null) {
    setFailed(undefined)
    setChosen(undefined)
    if (!file) return
    setChosen({ file, sha256: null })
    const sha256 = await hashOf(file)
    setChosen((now) => (now?.file === file ? { file, sha256 } : now))
  }

  async function send(begun: Begun) {
    if (!chosen) return
    setPercent(0)
    try {
      await uploadDocument(begun, chosen.file, setPercent)
    } catch (thrown) {
      setFailed(failuresOf(thrown).map(textOf).join(' '))
      reportError(thrown)
    } finally {
      setPercent(undefined)
      setChosen(undefined)
    }
  }

  return { chosen, percent, failed, choose, send }
}

export type Upload = ReturnType<typeof useUpload>
