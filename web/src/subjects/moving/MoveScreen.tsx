import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { maxMoved } from '@casebook/domain/subjects/moving/move.rules.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { rereadShown, useRead, writeOnce } from '../../calls/graphql.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { useSubmission } from '../../components/form/use-submission.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { Refusal } from '../../components/notices/Refusal.tsx'
import { keepFocus } from '../../components/page/focus-after.ts'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { chosenBefore } from '../../exports/choice/chosen-before.ts'
import {
  MoveSubjectsDocument,
  ReviewSubjectMoveDocument,
  StudiesDocument,
  SubjectsDocument,
} from '../../generated/graphql.ts'
import { useUnsavedRecords } from '../../records/use-record.ts'
import { StudyPage } from '../../studies/study/StudyPage.tsx'
import { useStudy } from '../../studies/study/use-study.ts'
import type { SubjectRow } from '../list/SubjectPanels.tsx'
import classes from './Move.module.css'
import { type Finding, MoveFindings } from './MoveFindings.tsx'

type Moved = { studyid: string; study: string; count: number }

/** /studies/:studyid/move: moves the chosen subjects to another study of the site. */
export function MoveScreen() {
  const t = useTranslations('moving')
  const { siteid, studyid } = useStudy()
  const { state } = useLocation()
  const chosen = useMemo(() => chosenBefore(state), [state])
  const { data, isReading } = useRead(SubjectsDocument, { studyid })
  const studies = useRead(StudiesDocument, { siteid }).data?.listStudies
  const [moved, setMoved] = useState<Moved>()
  const outcome = useRef<HTMLDivElement>(null)
  const subjects = data?.listSubjects.filter(({ subjectid }) => chosen?.has(subjectid))

  return (
    <StudyPage whose="subject:admin">
      <PageHeading level={2} help={t('purpose')}>
        {t('heading')}
      </PageHeading>
      <ReadingBar isReading={isReading} />
      <div ref={outcome} tabIndex={-1} className={classes.outcome}>
        {moved && (
          <Notice
            kind="info"
            action={<LinkButton to={paths.subjects(moved.studyid)}>{t('open', { study: moved.study })}</LinkButton>}
          >
            {t('moved', { count: moved.count, study: moved.study })}
          </Notice>
        )}
      </div>
      {subjects && studies && subjects.length > 0 && (
        <MoveForm
          subjects={subjects}
          studies={studies.filter((other) => other.studyid !== studyid && !whyStudyTakesNoChanges(other))}
          onMoved={(done) => {
            setMoved(done)
            keepFocus(outcome.current)
          }}
        />
      )}
      {subjects?.length === 0 && !moved && (
        <Notice kind="info" action={<LinkButton to={paths.subjects(studyid)}>{t('toList')}</LinkButton>}>
          {t(chosen && chosen.size > 0 ? 'gone' : 'none')}
        </Notice>
      )}
    </StudyPage>
  )
}

function MoveForm({
  subjects,
  studies,
  onMoved,
}: {
  subjects: readonly SubjectRow[]
  studies: readonly { studyid: string; name: string }[]
  onMoved: (moved: Moved) => void
}) {
  const t = useTranslations('moving')
  const { studyid } = useStudy()
  const [to, setTo] = useState('')
  const [reason, setReason] = useState('')
  const unsaved = useUnsavedRecords()
  const study = studies.find((other) => other.studyid === to)
  const isTooMuch = subjects.length > maxMoved
  const subjectids = subjects.map(({ subjectid }) => subjectid)
  const review = useRead(ReviewSubjectMoveDocument, study && !isTooMuch ? { studyid, subjectids, to } : undefined)
  const found = review.data?.reviewSubjectMove
  const typed = subjectids.filter((id) => unsaved.some((record) => record.split('/')[1] === id))
  const findings: readonly Finding[] = [
    ...(typed.length > 0 ? [{ effect: 'REFUSED', sentence: t('unsaved'), subjectids: typed } as const] : []),
    ...(found?.findings ?? []),
  ]
  const staying = new Set(findings.flatMap(({ effect, subjectids: ids }) => (effect === 'REFUSED' ? ids : [])))
  const ready = subjectids.filter((id) => !staying.has(id))
  const { submit, isBusy, refusal, errorOf } = useSubmission(
    ['reason'],
    async () => {
      const moving = { studyid, subjectids: ready, to, reason: reason.trim() || null }
      // What came in between is listed with its subjects.
      await writeOnce(MoveSubjectsDocument, moving).catch(async (why: unknown) => {
        await review.reread()
        throw why
      })
      onMoved({ studyid: to, study: study?.name ?? '', count: ready.length })
      await rereadShown()
    },
    { isBeside: true },
  )

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div>
        <p className={classes.label}>{t('who', { count: subjects.length })}</p>
        <p className={classes.names}>
          {subjects.map((subject) => (
            <Link key={subject.subjectid} to={paths.subject(studyid, subject.subjectid)}>
              {subjectName(subject)}
            </Link>
          ))}
        </p>
      </div>
      {isTooMuch && <Notice kind="warning" title={t('tooMany', { max: maxMoved })} />}
      {studies.length === 0 ? (
        <Notice kind="info">{t('noOther')}</Notice>
      ) : (
        <NativeSelect label={t('study')} value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          <option value="">{t('choose')}</option>
          {studies.map((other) => (
            <option key={other.studyid} value={other.studyid}>
              {other.name}
            </option>
          ))}
        </NativeSelect>
      )}
      {study && !found && review.isReading && <p role="status">{t('checking')}</p>}
      {study && found && <MoveFindings studyid={studyid} subjects={subjects} findings={findings} />}
      {study && found && ready.length > 0 && (
        <TextInput
          label={t('reason')}
          value={reason}
          error={errorOf('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <div className={classes.actions}>
        <Button type="submit" disabled={!study || !found || ready.length === 0} loading={isBusy}>
          {t('move', {
            ready: study && found ? ready.length : 0,
            left: study && found && ready.length > 0 ? staying.size : 0,
            count: subjects.length,
          })}
        </Button>
        <Refusal text={refusal} />
      </div>
    </form>
  )
}
