import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { readOnce, rereadShown, writeOnce } from '../../calls/graphql.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { MenuButton } from '../../components/buttons/MenuButton.tsx'
import { ChooseNone } from '../../components/list/picking/ChooseNone.tsx'
import { Question } from '../../components/notices/Question.tsx'
import { CloseSubjectDocument, RunningOfDocument } from '../../generated/graphql.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import { useUnsavedRecords } from '../../records/use-record.ts'
import { useIsInGroup } from '../../session/session.tsx'
import type { SubjectRow } from '../list/SubjectPanels.tsx'
import classes from './ChosenBar.module.css'
import { asAsked, closeChosen, type LeftOpen } from './close-chosen.ts'

type Closing =
  /** The subjects as they were shown when the question was asked. */
  | { state: 'asking'; asked: readonly SubjectRow[] }
  /** The question was left: its opener has the focus again. */
  | { state: 'left' }
  | { state: 'closing'; done: number; count: number }
  | { state: 'ended'; left: LeftOpen[]; closed: number }

/** What can be done with the chosen subjects of a study together: close, export, label and move them. */
export function ChosenBar({
  studyid,
  subjects,
  onClear,
}: {
  studyid: string
  subjects: readonly SubjectRow[]
  onClear: () => void
}) {
  const t = useTranslations('subjects')
  const textOf = useFailureText()
  const ofMoving = useTranslations('moving')
  const mayExport = useIsInGroup('admin', 'study:admin')
  const mayMove = useIsInGroup('subject:admin')
  const unsaved = useUnsavedRecords()
  const [closing, setClosing] = useState<Closing>()
  const state = { subjectids: subjects.map(({ subjectid }) => subjectid) }
  const others = [
    ...(mayExport ? [{ to: paths.studyExport(studyid), text: t('exportListed') }] : []),
    { to: paths.labels(studyid), text: t('chosen.labels') },
    ...(mayMove ? [{ to: paths.moveSubjects(studyid), text: ofMoving('action') }] : []),
  ]

  async function close(asked: readonly SubjectRow[]) {
    const count = asked.length
    setClosing({ state: 'closing', done: 0, count })
    const left = await closeChosen(
      asked.map((subject) => asAsked(subject, subjects)),
      unsaved,
      {
        isRunning: async ({ subjectid }) =>
          (await readOnce(RunningOfDocument, { subjectid })).listRunningActivities.length > 0,
        close: ({ siteid, subjectid, version }) =>
          writeOnce(CloseSubjectDocument, { input: { siteid, studyid, subjectid, version, status: 'CLOSED' } }),
      },
      (done) => setClosing({ state: 'closing', done, count }),
    )
    await rereadShown()
    setClosing({ state: 'ended', left, closed: count - left.length })
  }

  function whyOf({ why }: LeftOpen): string {
    return why.kind === 'refused' ? why.failures.map(textOf).join(' ') : t(`chosen.left.${why.kind}`)
  }

  if (closing?.state === 'asking') {
    const question = t('chosen.question', { count: closing.asked.length })
    return (
      <Question label={question} className={classes.question} onLeave={() => setClosing({ state: 'left' })}>
        <p>
          <strong>{question}</strong> {t('chosen.note')}
        </p>
        <div className={classes.buttons}>
          <Button size="xs" autoFocus onClick={() => void close(closing.asked)}>
            {t('chosen.close')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setClosing({ state: 'left' })}>
            {t('chosen.keepOpen')}
          </Button>
        </div>
      </Question>
    )
  }
  if (closing?.state === 'closing') {
    return <span role="status">{t('chosen.closing', { done: closing.done, count: closing.count })}</span>
  }
  return (
    <>
      <div className={classes.buttons}>
        <Button
          size="xs"
          autoFocus={closing?.state === 'left'}
          onClick={() => setClosing({ state: 'asking', asked: subjects })}
        >
          {t('chosen.close')}
        </Button>
        <div className={classes.links}>
          {others.map(({ to, text }) => (
            <LinkButton key={to} to={to} state={state}>
              {text}
            </LinkButton>
          ))}
        </div>
        {others.length > 1 && (
          <div className={classes.more}>
            <MenuButton label={t('chosen.more')} text={t('chosen.more')} short={t('chosen.more')}>
              {others.map(({ to, text }) => (
                <Link key={to} to={to} state={state} role="menuitem">
                  {text}
                </Link>
              ))}
            </MenuButton>
          </div>
        )}
      </div>
      <ChooseNone onClick={onClear}>{t('chosen.clear')}</ChooseNone>
      {closing?.state === 'ended' && (
        <div role="status" className={classes.outcome}>
          <p>{t('chosen.ended', { closed: closing.closed, left: closing.left.length })}</p>
          {closing.left.length > 0 && (
            <ul>
              {closing.left.map((left) => (
                <li key={left.subject.subjectid}>
                  <Link to={paths.subject(studyid, left.subject.subjectid)}>{subjectName(left.subject)}</Link>:{' '}
                  {whyOf(left)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  )
}
