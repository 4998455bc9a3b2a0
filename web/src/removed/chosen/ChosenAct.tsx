import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rereadShown } from '../../calls/graphql.ts'
import { FirmButton } from '../../components/buttons/FirmButton.tsx'
import { Question } from '../../components/notices/Question.tsx'
import { useFailureText } from '../../locale/failure-text.ts'
import classes from './ChosenAct.module.css'
import { type Chosen, type Left, oneByOne } from './one-by-one.ts'

type Acting<Of> =
  /** What was chosen, as it was shown when the question was asked: nothing that came since is acted on for it. */
  | { state: 'asking'; asked: readonly Of[] }
  /** The question was left: its opener has the focus again. */
  | { state: 'left' }
  | { state: 'acting'; done: number; count: number }
  | { state: 'ended'; left: Left[]; done: number }

/**
 * Something that is done to chosen records one after the other, after a question that says what. Each that is refused says
 * why, and stays chosen.
 */
export function ChosenAct<Of extends Chosen>({
  all,
  text,
  question,
  note,
  isReady = true,
  act,
  onDone,
  children,
}: {
  all: readonly Of[]
  /** Of the button that asks, and of the one that acts. */
  text: string
  /** Of so many. */
  question: (count: number) => string
  note: string
  /** Whether everything that is asked is answered. */
  isReady?: boolean
  act: (chosen: Of) => Promise<unknown>
  /** With those to which it was done. */
  onDone?: (done: readonly Chosen[]) => void
  /** What else is asked. */
  children?: ReactNode
}) {
  const t = useTranslations('removed.chosen')
  const textOf = useFailureText()
  const [acting, setActing] = useState<Acting<Of>>()

  async function start(asked: readonly Of[]) {
    const count = asked.length
    setActing({ state: 'acting', done: 0, count })
    const left = await oneByOne(asked, act, (done) => setActing({ state: 'acting', done, count }))
    const refused = new Set(left.map(({ chosen }) => chosen.key))
    const done = asked.filter(({ key }) => !refused.has(key))
    await rereadShown()
    setActing({ state: 'ended', left, done: done.length })
    if (done.length > 0) onDone?.(done)
  }

  if (acting?.state === 'acting')
    return <span role="status">{t('doing', { done: acting.done, count: acting.count })}</span>
  return (
    <>
      {acting?.state === 'asking' ? (
        <Question
          label={question(acting.asked.length)}
          className={classes.question}
          onLeave={() => setActing({ state: 'left' })}
        >
          <p>
            <strong>{question(acting.asked.length)}</strong> {note}
          </p>
          {children}
          <div className={classes.buttons}>
            <Button size="xs" variant="default" autoFocus onClick={() => setActing({ state: 'left' })}>
              {t('keep')}
            </Button>
            {isReady ? (
              <FirmButton size="xs" onClick={() => void start(acting.asked)}>
                {text}
              </FirmButton>
            ) : (
              <Button size="xs" variant="default" disabled>
                {text}
              </Button>
            )}
          </div>
        </Question>
      ) : (
        <Button
          size="xs"
          variant="default"
          autoFocus={acting?.state === 'left'}
          onClick={() => setActing({ state: 'asking', asked: all })}
        >
          {text}
        </Button>
      )}
      {acting?.state === 'ended' && acting.left.length > 0 && (
        <div role="status" className={classes.outcome}>
          <p>{t('ended', { done: acting.done, left: acting.left.length })}</p>
          <ul>
            {acting.left.map(({ chosen, failures }) => (
              <li key={chosen.key}>
                {chosen.name}: {failures.map(textOf).join(' ')}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
