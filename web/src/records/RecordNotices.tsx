import { differing, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { UnsavedGuard } from '../components/form/UnsavedGuard.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { useOwnName } from '../session/own-name.ts'
import classes from './RecordNotices.module.css'
import { records } from './records.ts'
import { useIsEditing, type WorkingCopy } from './use-record.ts'

/**
 * The notices about what is typed into a record: that it was restored from an earlier visit, that the record
 * was removed, and which fields were changed differently elsewhere, to be resolved one by one.
 */
export function RecordNotices({
  copy,
  label,
  text = (_key, value) => value,
  onPutBack,
  onDiscard = copy.discard,
}: {
  copy: WorkingCopy
  /** A field's label on the screen. */
  label(key: string): string
  /** A field's value as displayed. Empty: nothing. */
  text?: (key: string, value: string) => string
  /** Adds the removed record again. Omit if that is not possible here. */
  onPutBack?: (() => void) | undefined
  onDiscard?: () => void
}) {
  const t = useTranslations('drafts')
  const format = useFormatter()
  const list = useRef<HTMLUListElement>(null)
  /** Where a question was answered just now. */
  const answeredIn = useRef<Element | null>(null)
  const ownName = useOwnName()
  const { mine, base, authors, removedBy, typedAt, unsettled } = copy.entry
  const isUnanswered = unsettled !== undefined && differing(mine, unsettled.sent).length === 0
  const questions = copy.isBusy ? [] : Object.entries(copy.asked)

  function answer(key: string, choice: 'mine' | 'theirs') {
    answeredIn.current = list.current?.closest('form, [data-draft]') ?? null
    copy.resolve(key, choice)
  }

  // The button disappears with its question: focus the next question, or the save button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again with the answer
  useEffect(() => {
    const form = answeredIn.current
    answeredIn.current = null
    form?.querySelector<HTMLElement>('[data-question] button, [type="submit"], [data-save]')?.focus()
  }, [copy.entry])

  if (copy.isRemoved) {
    return (
      <Notice
        kind="warning"
        title={t('removed')}
        action={
          onPutBack && (
            <Button size="xs" onClick={onPutBack}>
              {t('putBack')}
            </Button>
          )
        }
      >
        {removedBy && (
          <p>
            {t(removedBy.by === ownName ? 'removedByYou' : 'removedBy', {
              by: removedBy.by,
              at: format.dateTime(new Date(removedBy.at), { dateStyle: 'medium', timeStyle: 'short' }),
            })}
          </p>
        )}
        <p>{t(onPutBack ? 'removedText' : 'removedForGood')}</p>
      </Notice>
    )
  }
  if (questions.length === 0) {
    if (!copy.isRestored) return null
    return (
      <Notice
        kind="info"
        action={
          <Button size="xs" variant="default" onClick={onDiscard}>
            {t('discardDraft')}
          </Button>
        }
      >
        {isUnanswered
          ? t('draftUnsettled')
          : typedAt === undefined
            ? t('draftRestored')
            : t('draftRestoredOf', {
                at: format.dateTime(new Date(typedAt), { dateStyle: 'medium', timeStyle: 'short' }),
              })}
      </Notice>
    )
  }
  return (
    <Notice kind="warning" title={t('bothChanged', { count: questions.length })}>
      <p>{t('bothChangedText')}</p>
      <ul ref={list} className={classes.questions}>
        {questions.map(([key, { version }]) => {
          const author = authors.get(version)
          const name = label(key)
          const shown = (value: string) => text(key, value) || t('empty')
          const who = author?.by === ownName ? 'you' : 'other'
          return (
            <li key={key} data-question className={classes.question}>
              <p>
                <strong>{name}</strong>{' '}
                <span className={classes.who}>
                  {author
                    ? t(who === 'you' ? 'changedByYou' : 'changedBy', {
                        by: author.by,
                        at: format.dateTime(new Date(author.at), { dateStyle: 'medium', timeStyle: 'short' }),
                      })
                    : t('changedUnknown')}
                </span>
              </p>
              <dl className={classes.values}>
                <div>
                  <dt>{t('mine', { who })}</dt>
                  <dd>{shown(fieldValue(mine, key))}</dd>
                </div>
                <div>
                  <dt>{t('theirs', { who })}</dt>
                  <dd>{shown(fieldValue(base.fields, key))}</dd>
                </div>
              </dl>
              <div className={classes.choice}>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('keepMineOf', { who, name })}
                  onClick={() => answer(key, 'mine')}
                >
                  {t('keepMine', { who })}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('takeTheirsOf', { who, name })}
                  onClick={() => answer(key, 'theirs')}
                >
                  {t('takeTheirs', { who })}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

/** Typed values that are not part of the record and cannot be saved here: to be read, copied or discarded. */
export function TypedNotice({
  title,
  typed,
  onDiscard,
}: {
  /** Why they cannot be saved. */
  title: string
  typed: readonly { name: string; value: string }[]
  onDiscard: () => void
}) {
  const t = useTranslations('drafts')
  return (
    <Notice
      kind="warning"
      title={title}
      action={
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('discardTyped')}
        </Button>
      }
    >
      <p>{t('notInRecord')}</p>
      <dl className={classes.typed}>
        {typed.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === '' ? t('empty') : value}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}

/**
 * Asks before a person leaves open editors with unsaved text; leaving discards it. `lane`: those of a subject
 * ('subject/SUBJECTID'), or one record by its name. Navigation below `within` is not blocked.
 */
export function RecordGuard({ lane, within }: { lane: string; within?: string }) {
  return (
    <UnsavedGuard
      isChanged={useIsEditing(lane)}
      isUnsaved={() => records.isEditing(lane)}
      onLeave={() => records.discardEdited(lane)}
      {...(within !== undefined && { within })}
    />
  )
}
