import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Notice } from '../../components/notices/Notice.tsx'
import type { PreviewImportQuery } from '../../generated/graphql.ts'
import type { Study } from '../../studies/study/use-study.ts'
import classes from '../parts/Imports.module.css'

type Origin = PreviewImportQuery['previewImport']['origins'][number]

type Place = { study: Study; formtypeid: string }

/** Whether the rows were exported from another study or form type than the chosen one. */
export function isElsewhere({ siteid, studyid, formtypeid }: Origin, { study, formtypeid: chosen }: Place): boolean {
  return (
    (siteid !== null && siteid !== study.siteid) ||
    (studyid !== null && studyid !== study.studyid) ||
    (formtypeid !== null && formtypeid !== chosen)
  )
}

/** Where the rows of a file come from, and the choice to import them although that is elsewhere. */
export function ImportOrigins({
  origins,
  place,
  isAccepted,
  isBusy,
  onAccept,
}: {
  origins: readonly Origin[]
  place: Place
  isAccepted: boolean
  isBusy: boolean
  onAccept: (isAccepted: boolean) => void
}) {
  const t = useTranslations('imports')
  if (origins.length === 0) return null
  const hasElsewhere = origins.some((origin) => isElsewhere(origin, place))
  return (
    <Notice kind={hasElsewhere ? 'warning' : 'info'} title={t('origins')}>
      <ul className={classes.origins}>
        {origins.map((origin) => (
          <li key={`${origin.siteid} ${origin.studyid} ${origin.formtypeid}`}>
            {[
              origin.studyName ?? (origin.studyid && t('originStudy', { id: origin.studyid })),
              origin.formTypeName ?? (origin.formtypeid && t('originFormType', { id: origin.formtypeid })),
              origin.studyName ? null : origin.siteid && t('originSite', { id: origin.siteid }),
              t('originRows', { rows: origin.rows }),
            ]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
      {(hasElsewhere || isAccepted) && (
        <Checkbox
          label={t('fromElsewhere')}
          description={t('fromElsewhereWhat')}
          checked={isAccepted}
          disabled={isBusy}
          onChange={(event) => onAccept(event.currentTarget.checked)}
        />
      )}
    </Notice>
  )
}
