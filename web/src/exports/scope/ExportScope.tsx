import { useTranslations } from 'use-intl'
import classes from './ExportScope.module.css'
import { type Scoped, useScopeText } from './scope-text.ts'

type Row = Scoped & {
  files: boolean
  history: boolean
  closedOnly: boolean
  deleted: boolean
  deidentified: boolean
  bids: boolean
  parquet: boolean
  redcap: boolean
  segments: boolean
}

/** What an export contains: of which site, study or subjects, and whether with files and history. */
export function ExportScope({ row }: { row: Row }) {
  const t = useTranslations('exports')
  const scopeText = useScopeText()
  const parts = [
    t(row.files ? 'withFiles' : 'withoutFiles'),
    t(row.history ? 'withHistory' : 'withoutHistory'),
    ...(row.closedOnly ? [t('onlyClosed')] : []),
    ...(row.deleted && !row.closedOnly && !row.subjectid ? [t('withDeleted')] : []),
    ...(row.bids ? [t('withBids')] : []),
    ...(row.segments ? [t('withSegments')] : []),
    ...(row.parquet ? [t('withParquet')] : []),
    ...(row.redcap ? [t('withRedcap')] : []),
    ...(row.deidentified ? [t('isDeidentified')] : []),
  ]
  return (
    <div className={classes.scope}>
      <span>{scopeText(row)}</span>
      <span className={classes.parts}>{parts.join(', ')}</span>
    </div>
  )
}
