import { useTranslations } from 'use-intl'
import { Card } from '../components/page/Card.tsx'
import { useIsInGroup } from '../session/session.tsx'
import { StudyPage } from '../studies/study/StudyPage.tsx'
import { type Study, useStudy } from '../studies/study/use-study.ts'
import { FormFileFromStudy } from './form-files/FormFileFromStudy.tsx'
import { FormFileToStudy } from './form-files/FormFileToStudy.tsx'
import { ImportDefinitions } from './ImportDefinitions.tsx'
import { ImportValues } from './ImportValues.tsx'
import classes from './parts/Imports.module.css'

/** /studies/:studyid/import */
export function ImportScreen() {
  const study = useStudy()
  const mayDefine = useIsInGroup('study:admin')
  return (
    <StudyPage>
      <div className={classes.parts}>
        <ImportValues key={`values of ${study.studyid}`} study={study} />
        {mayDefine && <ImportDefinitions key={`definitions of ${study.studyid}`} study={study} />}
        <FormFiles key={`form files of ${study.studyid}`} study={study} mayDefine={mayDefine} />
      </div>
    </StudyPage>
  )
}

/** Form types that come from other programs, and go to them. */
function FormFiles({ study, mayDefine }: { study: Study; mayDefine: boolean }) {
  const t = useTranslations('imports')
  return (
    <Card heading={t('filesHeading')}>
      <p className={classes.what}>{t('filesWhat')}</p>
      {mayDefine && <FormFileToStudy studyid={study.studyid} />}
      <FormFileFromStudy studyid={study.studyid} />
    </Card>
  )
}
