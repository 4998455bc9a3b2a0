import { useTranslations } from 'use-intl'
import { Card } from '../../components/page/Card.tsx'
import type { Study } from '../../studies/study/use-study.ts'
import classes from '../parts/Imports.module.css'
import { FormFileFromStudy } from './FormFileFromStudy.tsx'
import { FormFileToStudy } from './FormFileToStudy.tsx'

/** Form types that come from other programs, and go to them. */
export function FormFiles({ study, mayDefine }: { study: Study; mayDefine: boolean }) {
  const t = useTranslations('imports')
  return (
    <Card heading={t('filesHeading')}>
      <p className={classes.what}>{t('filesWhat')}</p>
      {mayDefine && <FormFileToStudy studyid={study.studyid} />}
      <FormFileFromStudy studyid={study.studyid} />
    </Card>
  )
}
