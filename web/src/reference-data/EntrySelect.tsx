import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './file/ReferenceData.module.css'

/** Chooses one of the recordings of an archive. */
export function EntrySelect({
  entries,
  chosen,
  onChoose,
}: {
  /** By name. */
  entries: readonly string[]
  chosen: string | undefined
  onChoose: (entry: string) => void
}) {
  const t = useTranslations('referenceData')
  return (
    <NativeSelect
      className={classes.zone}
      label={t('entry')}
      value={chosen ?? ''}
      onChange={(event) => event.currentTarget.value !== '' && onChoose(event.currentTarget.value)}
      data={[...(chosen === undefined ? [{ value: '', label: t('entryNone') }] : []), ...entries]}
    />
  )
}
