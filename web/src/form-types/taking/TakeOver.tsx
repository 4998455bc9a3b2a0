import { Button } from '@mantine/core'
import { IconCopyPlus } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFocusNext } from '../../components/form/use-focus-next.ts'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import type { FormTypeDraft } from '../draft/field-draft.ts'
import classes from './TakeOver.module.css'

const TakeOverPart = lazy(async () => {
  const { TakeOverPart: Component } = await import('./TakeOverPart.tsx')
  return { default: Component }
})

/** The button that opens the fields of other form types, and below it what is chosen there. */
export function TakeOver({
  studyid,
  draft,
  isDisabled,
  onTake,
}: {
  studyid: string
  draft: FormTypeDraft
  isDisabled: boolean
  onTake: (part: Partial<FormTypeDraft>) => void
}) {
  const t = useTranslations('taking')
  const [isOpen, setIsOpen] = useState(false)
  const [count, setCount] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(place)

  function close() {
    setIsOpen(false)
    focusNext('[data-take-over]')
  }

  return (
    <div ref={place} className={classes.place}>
      <Button
        variant="default"
        size="xs"
        data-take-over
        leftSection={<IconCopyPlus size={14} aria-hidden />}
        aria-expanded={isOpen}
        disabled={isDisabled}
        onClick={() => {
          setCount(0)
          setIsOpen(!isOpen)
        }}
      >
        {t('open')}
      </Button>
      <span role="status" className={classes.taken}>
        {count > 0 && t('taken', { count })}
      </span>
      {isOpen && !isDisabled && (
        <Suspense fallback={<ReadingBar isReading />}>
          <TakeOverPart
            studyid={studyid}
            draft={draft}
            onTake={({ fields, checks, count: taken }) => {
              onTake({ fields, checks })
              setCount(taken)
              close()
            }}
            onCancel={close}
          />
        </Suspense>
      )}
    </div>
  )
}
