import { Button } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import type { SubjectRecord } from '../../subjects/record/subject-record.ts'
import { frameOf, type Recorded } from './frame.ts'
import type { PlacedFile, TogetherFile } from './placed-file.ts'
import classes from './Together.module.css'

/** Recordings that are on one axis. */
export type Group = readonly (Recorded & { each: PlacedFile })[]

/** Which of the chosen recordings have no place on the axis, and those of other days, which are shown by a press. */
export function Apart({
  subject,
  unplaced,
  groups,
  shown,
  zone,
  onShow,
}: {
  subject: SubjectRecord
  unplaced: readonly TogetherFile[]
  groups: readonly Group[]
  shown: Group
  zone: string
  onShow: (group: Group) => void
}) {
  const t = useTranslations('recordings')
  const format = useFormatter()
  if (unplaced.length === 0 && groups.length < 2) return null
  return (
    <div className={classes.apart}>
      {unplaced.map(({ referencedataid, filename, activity }) => (
        <Notice
          key={referencedataid}
          kind="warning"
          action={
            <LinkButton
              to={paths.recording(subject.studyid, subject.subjectid, activity, referencedataid)}
              aria-label={t('together.open', { filename })}
            >
              {t('together.openShort')}
            </LinkButton>
          }
        >
          {t('together.unplaced', { filename })}
        </Notice>
      ))}
      {groups.length > 1 && (
        <Notice kind="info">
          <p>{t('together.apart')}</p>
          <div className={classes.groups}>
            {groups.map((group) => {
              const { from, to } = frameOf(group.map((one) => ({ ...one, shift: 0 })))
              const days = format.dateTimeRange(from * 1000, to * 1000, { dateStyle: 'long', timeZone: zone })
              return (
                <Button
                  key={group[0]?.each.file.referencedataid}
                  size="xs"
                  variant={group === shown ? 'light' : 'default'}
                  aria-pressed={group === shown}
                  onClick={() => onShow(group)}
                >
                  {t('together.group', { count: group.length, days })}
                </Button>
              )
            })}
          </div>
        </Notice>
      )}
    </div>
  )
}
