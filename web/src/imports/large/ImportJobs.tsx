import { Button } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import { useRead, useWrite } from '../../calls/graphql.ts'
import { useSubmission } from '../../components/form/use-submission.ts'
import { StateBadge } from '../../components/notices/StateBadge.tsx'
import { CancelImportJobDocument, ImportJobsDocument, type ImportJobsQuery } from '../../generated/graphql.ts'
import { useRereadWhile } from '../../reference-data/file/reread-while.ts'
import type { Study } from '../../studies/study/use-study.ts'
import { useByteText } from '../../texts/byte-text.ts'
import classes from '../parts/Imports.module.css'

type Job = ImportJobsQuery['listImportJobs'][number]

const kinds = {
  UPLOADING: 'waiting',
  CHECKING: 'waiting',
  CHECKED: 'waiting',
  IMPORTING: 'waiting',
  DONE: 'good',
  FAILED: 'bad',
  CANCELLED: 'gone',
} as const

const isUnderWay = ({ state }: Job) => state === 'CHECKING' || state === 'IMPORTING'

/** The person's imports of large files into the study, except the one that is shown. */
export function ImportJobs({
  study: { studyid },
  shown,
  isSending,
  onShow,
}: {
  study: Study
  shown: string | undefined
  isSending: boolean
  onShow: (importid: string) => void
}) {
  const t = useTranslations('imports')
  const { data, reread } = useRead(ImportJobsDocument, { studyid })
  const jobs = (data?.listImportJobs ?? []).filter(
    ({ importid, state }) => importid !== shown && !(isSending && state === 'UPLOADING'),
  )
  useRereadWhile(jobs.some(isUnderWay), reread, 1_000)
  if (jobs.length === 0) return null
  return (
    <section aria-label={t('jobs')}>
      <h3 className={classes.jobsHeading}>{t('jobs')}</h3>
      <p className={classes.what}>{t('jobsWhat')}</p>
      <ul className={classes.jobs}>
        {jobs.map((job) => (
          <ImportJobRow key={job.importid} job={job} studyid={studyid} onShow={() => onShow(job.importid)} />
        ))}
      </ul>
    </section>
  )
}

function ImportJobRow({ job, studyid, onShow }: { job: Job; studyid: string; onShow: () => void }) {
  const t = useTranslations('imports')
  const format = useFormatter()
  const bytes = useByteText()
  const [cancel] = useWrite(CancelImportJobDocument)
  const cancelling = useSubmission([], () => cancel({ studyid, importid: job.importid }))
  const { state, filename, done, total } = job
  const time = format.dateTime(new Date(job.askedAt), { dateStyle: 'medium', timeStyle: 'short' })
  const said = isUnderWay(job) && total ? t('progress', { done: bytes(done), total: bytes(total) }) : time
  return (
    <li className={classes.job}>
      <strong className={classes.jobName}>{filename}</strong>
      <div className={classes.jobState}>
        <StateBadge kind={kinds[state]}>{t(`jobStates.${state}`)}</StateBadge>
        <span>{said}</span>
      </div>
      {state === 'UPLOADING' ? (
        <Button
          variant="default"
          size="xs"
          loading={cancelling.isBusy}
          aria-label={t('cancelOf', { name: filename, time })}
          onClick={() => void cancelling.submit()}
        >
          {t('cancelImport')}
        </Button>
      ) : state === 'CANCELLED' ? null : (
        <Button variant="default" size="xs" aria-label={t('showOf', { name: filename, time })} onClick={onShow}>
          {t('show')}
        </Button>
      )}
    </li>
  )
}
