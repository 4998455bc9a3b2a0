import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import type { StudyOverviewQuery } from '../../generated/graphql.ts'
import { loadRecordings } from '../../texts/catalogue.ts'
import classes from './MeasuresByActivity.module.css'

/** With the texts of recordings, which name the measures. */
const MeasuresByActivity = lazy(async () => {
  const [{ MeasuresByActivity: component }] = await Promise.all([import('./MeasuresByActivity.tsx'), loadRecordings()])
  return { default: component }
})

/** What was measured in the study's recordings, read when it is opened. */
export function MeasuresPanel(props: { studyid: string; activityTypes: StudyOverviewQuery['listActivityTypes'] }) {
  const t = useTranslations('overview')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={classes.panel}>
      <h3>{t('measures.heading')}</h3>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{t('measures.open')}</summary>
        {isOpen && (
          <Suspense fallback={<ReadingBar isReading />}>
            <MeasuresByActivity {...props} />
          </Suspense>
        )}
      </details>
    </section>
  )
}
