import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { failuresOf } from '../../calls/failures.ts'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import { useFailureText } from '../../locale/failure-text.ts'
import type { PastedFields } from '../draft/pasted-fields.ts'
import type { Undo } from '../undo/use-undo.ts'
import classes from './FieldTable.module.css'

/** Below the fields: adds one, tries the form, undoes; and what became of a list that was pasted. */
export function FieldTools({
  isBusy,
  isTrying,
  hasFields,
  pasted,
  undo,
  onAdd,
  onTry,
  children,
}: {
  /** A row is being edited. */
  isBusy: boolean
  isTrying: boolean
  hasFields: boolean
  pasted: PastedFields | undefined
  undo: Undo
  onAdd: () => void
  onTry: () => void
  /** What else can be done with the fields. */
  children: ReactNode
}) {
  const t = useTranslations('formTypes')
  const ofLists = useTranslations('drafts')
  const textOf = useFailureText()
  return (
    <>
      {pasted && (
        <Notice
          kind={pasted.left.length > 0 ? 'warning' : 'info'}
          title={ofLists('list.fields', { count: pasted.fields.length })}
        >
          {pasted.left.length > 0 && (
            <ul>
              {pasted.left.map(({ line, name, why }) => (
                <li key={line}>
                  {ofLists('list.lineWhy', { line: String(line), name, why: failuresOf(why).map(textOf).join(' ') })}
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <div className={classes.tools}>
        <Button
          variant="default"
          size="xs"
          data-add-field
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={isBusy}
          onClick={onAdd}
        >
          {t('addField')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          aria-pressed={isTrying}
          disabled={!hasFields}
          onClick={onTry}
        >
          {t('tryIt')}
        </Button>
        <UndoButtons undo={undo} isDisabled={isBusy} />
        {children}
      </div>
    </>
  )
}

function UndoButtons({ undo, isDisabled }: { undo: Undo; isDisabled: boolean }) {
  const t = useTranslations('formTypes')
  return (
    <>
      <IconButton label={t('undo')} isDisabled={!undo.canUndo || isDisabled} onClick={undo.undo}>
        <IconArrowBackUp size={18} aria-hidden />
      </IconButton>
      <IconButton label={t('redo')} isDisabled={!undo.canRedo || isDisabled} onClick={undo.redo}>
        <IconArrowForwardUp size={18} aria-hidden />
      </IconButton>
    </>
  )
}
