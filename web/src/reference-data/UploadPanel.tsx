import { isWarning, whyNotCovered } from '@casebook/domain/recordings/seen/coverage.rules.ts'
import { isZoneMissing } from '@casebook/domain/reference-data/file-description.ts'
import { recordedTime } from '@casebook/domain/reference-data/recorded-file.ts'
import { whyNotUploadable } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { timesQuestion } from '@casebook/domain/reference-data/times-question.ts'
import { Button, NativeSelect } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { studyZone, zonesWith } from '../browser/time-zones.ts'
import { failuresOf } from '../calls/failures.ts'
import { ClosingBar } from './ClosingBar.tsx'
import { FileChooser, type RefusedFile } from './FileChooser.tsx'
import classes from './file/ReferenceData.module.css'
import { type Covered, InspectionLines } from './InspectionLines.tsx'
import { forgetInspections, inspect, inspectAs, useInspections } from './inspection/inspections.ts'
import { rememberedLayout } from './inspection/remembered-layout.ts'
import { UploadItem } from './UploadItem.tsx'
import { isUnderWay, isUnsettled, type Upload, type UploadTarget } from './uploads/upload-state.ts'
import { startUploads } from './uploads/uploads.ts'

/** Files are chosen or dropped, checked before anything is sent, and uploaded one after another. Then the panel closes. */
export function UploadPanel({
  target,
  activity,
  uploads,
  isDisabled,
  onClose,
  onDismiss,
}: {
  target: UploadTarget
  activity: Covered
  uploads: readonly Upload[]
  /** The subject was closed: uploads in progress stay visible, but nothing can be added. */
  isDisabled: boolean
  onClose: () => void
  /** Cancels everything that is not stored. The list stays until the rows are removed. */
  onDismiss: () => void
}) {
  const t = useTranslations('referenceData')
  const headingid = useId()
  const { studyid } = target
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [zone, setZone] = useState(studyZone)
  const sent = useMemo(() => uploads.map(({ file }) => file), [uploads])
  const inspections = useInspections(sent.length > 0 ? sent : chosen)
  const descriptions = [...inspections.values()].map(({ description }) => description)
  const isZoneWanted = descriptions.some((each) => each && isZoneMissing(each))
  const warned = descriptions.some(
    (each) =>
      each &&
      whyNotCovered(activity, recordedTime(each, { zone: isZoneMissing(each) ? zone : null, clockCorrection: 0 })).some(
        ({ code }) => isWarning(code),
      ),
  )
  const [isAnswerMissing, setIsAnswerMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const isStarted = uploads.length > 0
  const isComplete = isStarted && uploads.every(({ state }) => state.phase === 'complete')
  const isActive = uploads.some(isUnderWay)
  const isSettled = !uploads.some(isUnsettled)

  // A focused button may disappear with its file: focus the heading.
  const heading = useRef<HTMLHeadingElement>(null)
  const count = useRef(uploads.length)
  useEffect(() => {
    if (uploads.length < count.current && document.activeElement === document.body) heading.current?.focus()
    count.current = uploads.length
  }, [uploads.length])

  function take(files: readonly File[]) {
    const checked = files.map((file) => ({ file, problem: whyNotUploadable(file) }))
    setRefused(
      checked.flatMap(({ file, problem }) =>
        (problem ? failuresOf(problem) : []).map((failure) => ({ name: file.name, failure })),
      ),
    )
    const taken = checked.filter(({ problem }) => !problem).map(({ file }) => file)
    inspect(taken, (fingerprint) => rememberedLayout(studyid, fingerprint))
    setChosen((before) => [...before, ...taken])
  }

  function drop(file: File) {
    forgetInspections([file])
    setChosen((before) => before.filter((other) => other !== file))
  }

  // Chosen files that were not sent are forgotten when the panel closes.
  const forgetChosen = useEffectEvent(() => forgetInspections(chosen))
  useEffect(() => () => forgetChosen(), [])

  function linesOf(file: File, isSent: boolean) {
    const inspection = inspections.get(file)
    if (!inspection) return null
    const { sha256 } = inspection
    const twin = [...inspections].find(([other, found]) => other !== file && sha256 && found.sha256 === sha256)
    return (
      <InspectionLines
        file={file}
        inspection={inspection}
        studyid={studyid}
        activity={activity}
        zone={zone}
        twin={twin?.[0].name}
        isSent={isSent}
        isAnswerMissing={isAnswerMissing}
        onAnswer={(answer) => inspectAs(file, { ...inspection.description?.layout, ...answer })}
        onEntry={(entry) => inspectAs(file, { entry })}
      />
    )
  }

  function upload(event: FormEvent) {
    event.preventDefault()
    if (chosen.length === 0) return
    if (descriptions.some((each) => each && timesQuestion(each))) {
      setIsAnswerMissing(true)
      form.current?.querySelector<HTMLElement>('[data-question] button')?.focus()
      return
    }
    startUploads(target, chosen, zone)
    setChosen([])
    setRefused([])
  }

  return (
    <section className={classes.upload} aria-labelledby={headingid}>
      <h3 id={headingid} ref={heading} tabIndex={-1} className={classes.title}>
        {t('uploadHeading')}
      </h3>
      <form ref={form} onSubmit={upload}>
        {!isStarted && !isDisabled && (
          <FileChooser
            chosen={chosen}
            refused={refused}
            onTake={take}
            onDrop={drop}
            renderFile={(file) => linesOf(file, false)}
          />
        )}
        {!isStarted && isZoneWanted && <ZoneSelect zone={zone} onZone={setZone} />}
        {uploads.length > 0 && (
          <ul className={classes.uploads}>
            {uploads.map((item) => (
              <UploadItem key={item.uploadid} upload={item}>
                {linesOf(item.file, true)}
              </UploadItem>
            ))}
          </ul>
        )}
        {isComplete && !warned && <ClosingBar onFull={onClose} />}
        <div className={classes.actions}>
          {!isStarted && !isDisabled && (
            <Button type="submit" disabled={chosen.length === 0}>
              {t('upload')}
            </Button>
          )}
          <Button variant="default" onClick={isSettled ? onClose : onDismiss}>
            {isActive || !isStarted ? t('cancel') : isSettled ? t('close') : t('dismissAll')}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** Selects the zone of the recorder's clock, for files without one. The study's zone by default. */
function ZoneSelect({ zone, onZone }: { zone: string; onZone: (zone: string) => void }) {
  const t = useTranslations('referenceData')
  return (
    <NativeSelect
      className={classes.zone}
      label={t('zone')}
      value={zone}
      onChange={(event) => onZone(event.currentTarget.value)}
      data={zonesWith(studyZone(), 'UTC')}
    />
  )
}
