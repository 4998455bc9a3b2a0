import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import type { useUndo } from './use-undo.ts'

type Undo = Pick<ReturnType<typeof useUndo>, 'canUndo' | 'canRedo' | 'undo' | 'redo'>

export function UndoButtons({ undo, isDisabled }: { undo: Undo; isDisabled: boolean }) {
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
