import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import classes from './SubjectBar.module.css'
import { neighboursIn, rememberedSubjectList } from './subject-list.ts'

/**
 * Buttons to the previous and next subject of the list that the person came from; also Alt+PageUp and Alt+PageDown.
 * Hidden without a list.
 */
export function SubjectSteps({ studyid, subjectid }: { studyid: string; subjectid: string }) {
  const t = useTranslations('subject')
  const navigate = useNavigate()
  const location = useLocation()
  const [list] = useState(() => rememberedSubjectList(studyid))
  const neighbours = neighboursIn(list, subjectid)
  const { previous, next } = neighbours ?? {}
  const place = useRef<HTMLSpanElement>(null)

  /** Steps from the subject that the address names: its screen may not be rendered yet. */
  function go(step: 'previous' | 'next') {
    const open = matchPath('/studies/:studyid/subjects/:subjectid/*', window.location.pathname)?.params.subjectid
    const to = neighboursIn(list, open ?? subjectid)?.[step]
    if (to !== undefined) void navigate(paths.subject(studyid, to), { state: { step } })
  }

  // Keeps the focus on the button, so that it can be pressed again.
  const stepped: unknown = location.state?.step
  useEffect(() => {
    if (stepped !== 'previous' && stepped !== 'next') return
    const buttons = [...(place.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    ;(stepped === 'previous' ? buttons.at(0) : buttons.at(-1))?.focus({ preventScroll: true })
  }, [stepped])

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
      if (event.key !== 'PageUp' && event.key !== 'PageDown') return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      go(event.key === 'PageUp' ? 'previous' : 'next')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  if (!neighbours || neighbours.all < 2) return null
  return (
    <span ref={place} className={classes.steps}>
      <IconButton
        label={t('previousSubject')}
        keys="Alt+PageUp"
        isDisabled={previous === undefined}
        onClick={() => go('previous')}
      >
        <IconChevronLeft size={18} aria-hidden />
      </IconButton>
      <span className={classes.place}>{t('placeInList', { place: neighbours.place, all: neighbours.all })}</span>
      <IconButton
        label={t('nextSubject')}
        keys="Alt+PageDown"
        isDisabled={next === undefined}
        onClick={() => go('next')}
      >
        <IconChevronRight size={18} aria-hidden />
      </IconButton>
    </span>
  )
}
