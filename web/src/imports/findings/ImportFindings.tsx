import { useTranslations } from 'use-intl'
import { Notice } from '../../components/notices/Notice.tsx'
import type { OutcomeReadFragment } from '../../generated/graphql.ts'
import type { Study } from '../../studies/study/use-study.ts'
import { ImportMistakes, isUnconfirmed } from './ImportMistakes.tsx'
import { ImportOrigins } from './ImportOrigins.tsx'
import { ImportReason } from './ImportReason.tsx'

export type Outcome = OutcomeReadFragment

/** What an import has changed. */
export type Imported = Omit<Outcome, 'origins' | 'mistakes' | 'seen'>

/** What the person answers: whether the rows may be from elsewhere, and why the unusual values are right. */
export type Answers = { fromElsewhere: boolean; confirmed: string }

/** Whether all that is in the way are unusual values, which a reason confirms. */
export function isUnusual({ mistakes }: Outcome): boolean {
  return mistakes.length > 0 && mistakes.every(isUnconfirmed)
}

/** Whether there is something to import, and nothing in the way of it. */
export function isImportable({ mistakes, addedSubjects, addedForms, changedForms }: Outcome): boolean {
  return mistakes.length === 0 && addedSubjects + addedForms + changedForms > 0
}

/** The columns whose values are left out, each with their number. */
function columnsOf({ leftOutColumns }: Imported): string {
  return leftOutColumns.map(({ column, values }) => `${column} (${values})`).join(', ')
}

/** What the check of a file found: where it comes from, what is wrong with it, or what importing it would change. */
export function ImportFindings({
  outcome,
  place,
  answers,
  isBusy,
  onType,
  onAnswer,
}: {
  outcome: Outcome
  place: { study: Study; formtypeid: string }
  answers: Answers
  isBusy: boolean
  onType: (reason: string) => void
  /** Checks the file again. */
  onAnswer: (answers: Answers) => void
}) {
  const t = useTranslations('imports')
  const { mistakes, confirmed, leftOut } = outcome
  return (
    <>
      <ImportOrigins
        origins={outcome.origins}
        place={place}
        isAccepted={answers.fromElsewhere}
        isBusy={isBusy}
        onAccept={(fromElsewhere) => onAnswer({ ...answers, fromElsewhere })}
      />
      {mistakes.length > 0 && <ImportMistakes mistakes={mistakes} />}
      {isUnusual(outcome) && (
        <ImportReason reason={answers.confirmed} isBusy={isBusy} onType={onType} onConfirm={() => onAnswer(answers)} />
      )}
      {mistakes.length === 0 && (
        <Notice kind="info" title={isImportable(outcome) ? t('fits') : t('allThere')}>
          {t('would', outcome)} {confirmed > 0 && t('confirms', { count: confirmed })}{' '}
          {leftOut > 0 && t('leftOut', { ...outcome, columns: columnsOf(outcome) })}
        </Notice>
      )}
    </>
  )
}

/** Says what an import has changed. */
export function ImportDone({ outcome }: { outcome: Imported }) {
  const t = useTranslations('imports')
  return (
    <Notice kind="info" title={t('imported')}>
      {t('did', outcome)} {outcome.leftOut > 0 && t('leftOut', { ...outcome, columns: columnsOf(outcome) })}
    </Notice>
  )
}
