import { Button, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rereadShown, useWrite } from '../../calls/graphql.ts'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { useFocusNext } from '../../components/form/use-focus-next.ts'
import { useSubmission } from '../../components/form/use-submission.ts'
import { NameFormTypeVersionDocument } from '../../generated/graphql.ts'
import classes from './Publishing.module.css'

/** What a published version is called, and an input to call it something else. Enter saves, Escape cancels. */
export function VersionName({
  studyid,
  formtypeid,
  number,
  note,
  label,
}: {
  studyid: string
  formtypeid: string
  number: number
  note: string
  /** What the version is called without a name: `Version 2`. */
  label: string
}) {
  const t = useTranslations('formTypes')
  const [typed, setTyped] = useState<string>()
  /** What it was called when the input was opened, or what the person was told since. */
  const [known, setKnown] = useState<{ note?: string }>({})
  const [rename] = useWrite(NameFormTypeVersionDocument)
  const place = useRef<HTMLSpanElement>(null)
  const focusNext = useFocusNext(place)
  const { submit, errorOf, refusal, isBusy, clear } = useSubmission(['note'], async () => {
    if (typed !== undefined && typed.trim() !== note) {
      const previousNote = known.note ?? note
      try {
        await rename({ studyid, formtypeid, number, note: typed.trim(), previousNote })
      } catch (thrown) {
        await rereadShown()
        // From here on its name stands beside the input.
        setKnown({})
        throw thrown
      }
    }
    close()
  })

  function close() {
    setTyped(undefined)
    clear()
    focusNext('button')
  }

  if (typed === undefined) {
    return (
      <span ref={place} className={classes.name}>
        {note && <span>{note}</span>}
        <IconButton
          label={t('versions.rename', { version: label })}
          onClick={() => {
            setTyped(note)
            setKnown({ note })
            focusNext('input')
          }}
        >
          <IconPencil size={16} aria-hidden />
        </IconButton>
      </span>
    )
  }
  return (
    <span ref={place} className={classes.name}>
      <TextInput
        size="xs"
        aria-label={t('versions.nameOf', { version: label })}
        value={typed}
        error={errorOf('note') ?? refusal}
        maxLength={1000}
        disabled={isBusy}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') void submit()
          else close()
        }}
      />
      {known.note !== note && note && <span className={classes.quiet}>{t('versions.nowCalled', { note })}</span>}
      <Button size="xs" loading={isBusy} onClick={() => void submit()}>
        {t('confirmField')}
      </Button>
      <Button size="xs" variant="default" onClick={close}>
        {t('cancel')}
      </Button>
    </span>
  )
}
