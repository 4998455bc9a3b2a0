import type { Times } from '@casebook/domain/recordings/seen/coverage.rules.ts'
import type { FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { useTranslations } from 'use-intl'
import { useMeasuredText } from '../../texts/measured/measured-text.ts'
import classes from '../file/ReferenceData.module.css'
import { useChosenMeasures } from './use-chosen-measures.ts'

/** What was measured in a chosen file, in one line. Nothing before that, or if there is nothing to tell. */
export function ChosenMeasures({
  file,
  description,
  activity,
  zone,
}: {
  file: File
  description: FileDescription
  activity: Times
  zone: string
}) {
  const t = useTranslations('recordings')
  const textOf = useMeasuredText()
  const measured = useChosenMeasures(file, description, activity, zone)
  const text = measured && textOf(measured.results)
  if (!text) return null
  const of = measured.time.ofActivity ? t('measures.ofActivityShort') : t('measures.ofRecordingShort')
  return (
    <span className={classes.summary}>
      {of} {text}
    </span>
  )
}
