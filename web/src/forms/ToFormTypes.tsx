import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { useIsInGroup } from '../session/session.tsx'

/** In a study without form types: the way to them, for those who may add some. */
export function ToFormTypes({ studyid }: { studyid: string }) {
  const t = useTranslations('forms')
  const isStudyAdmin = useIsInGroup('study:admin')
  if (!isStudyAdmin) return null
  return (
    <LinkButton to={paths.formTypes(studyid)} variant="light">
      {t('toFormTypes')}
    </LinkButton>
  )
}
