import type { Problem } from '@casebook/domain/shared/problems.ts'
import { FileInput } from '@mantine/core'
import { useState } from 'react'
import { holdWindow } from '../../browser/leaving.ts'
import { reportError } from '../../calls/errors.ts'
import { failuresOf } from '../../calls/failures.ts'
import { rereadShown } from '../../calls/graphql.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import { forgetInspections, inspect, whenInspected } from '../inspection/inspections.ts'
import { beatOf } from '../uploads/pace/beat.ts'
import { sendFile } from '../uploads/send-file.ts'
import classes from './ChosenFile.module.css'

/** A chosen file with its SHA-256 in lowercase hex, as soon as it is known. Null if it can't be read. */
export type Chosen = { file: File; sha256: string | null }

/** Where the store takes a file, as the call that began its upload answered, and the call that ends it. */
export type FilePlace = {
  objectUrl: string
  fields: string
  /** Lets the server look for the file. False if it did not find it. */
  complete: () => Promise<boolean>
  /** Says that it is still being sent. */
  beat: () => Promise<unknown>
  /** Says that nothing is being sent, also from a page that goes: a file that has not arrived is not waited for. */
  stop: () => Promise<unknown>
  /** What a person is told if it is not there. */
  notArrived: Problem
}

async function hashOf(file: File): Promise<string | null> {
  inspect([file], async () => null)
  try {
    return (await whenInspected(file, 'sha256')) ?? null
  } finally {
    forgetInspections([file])
  }
}

let underWay = 0

/**
 * Sends a file, also if the person leaves the screen. Throws `notArrived` if it is not in the store: then its row stays without
 * it, as FAILED. A page that goes says so if the browser lets it; the server hears nothing of it in any case.
 */
async function sendTo(place: FilePlace, file: File, onProgress: (percent: number) => void): Promise<void> {
  const { objectUrl, fields, complete, notArrived } = place
  underWay += 1
  holdWindow('chosen', true)
  const stop = () => void place.stop().catch(() => undefined)
  // A page that is only kept for later may come back.
  const onPageHide = ({ persisted }: PageTransitionEvent) => persisted || stop()
  window.addEventListener('pagehide', onPageHide)
  const beat = beatOf(place.beat, () => performance.now())
  try {
    const outcome = await sendFile({
      objectUrl,
      fields,
      file,
      signal: new AbortController().signal,
      onProgress(sent, total) {
        onProgress(Math.floor((sent / Math.max(1, total)) * 100))
        beat.due()
      },
    })
    beat.stop()
    if (outcome !== 'sent') stop()
    if (outcome !== 'sent' || !(await complete())) throw notArrived
  } finally {
    beat.stop()
    window.removeEventListener('pagehide', onPageHide)
    underWay -= 1
    holdWindow('chosen', underWay > 0)
    void rereadShown()
  }
}

/** One file that is chosen with a form, and sent when the record of it is saved. */
export function useChosenFile() {
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

  async function send(place: FilePlace) {
    if (!chosen) return
    setPercent(0)
    try {
      await sendTo(place, chosen.file, setPercent)
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

/** The input of the file, with the progress of its upload. `accept`: endings as in HTML. */
export function ChosenFileInput({
  upload: { chosen, percent, failed, choose },
  texts,
  accept,
  whyNot,
}: {
  upload: ReturnType<typeof useChosenFile>
  texts: { label: string; hint: string; choose: string; uploading: string }
  accept: string
  whyNot: (file: File) => Problem | undefined
}) {
  const textOf = useFailureText()
  const why = chosen && whyNot(chosen.file)
  return (
    <>
      <FileInput
        name="file"
        label={texts.label}
        description={texts.hint}
        placeholder={texts.choose}
        accept={accept}
        value={chosen?.file ?? null}
        error={failed ?? (why ? failuresOf(why).map(textOf).join(' ') : undefined)}
        withAsterisk
        onChange={(file) => void choose(file)}
      />
      {percent !== undefined && (
        <progress className={classes.progress} max={100} value={percent} aria-label={texts.uploading} />
      )}
    </>
  )
}
