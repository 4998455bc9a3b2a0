import { useIsInGroup } from '../session/session.tsx'
import { StudyPage } from '../studies/study/StudyPage.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { FormFiles } from './form-files/FormFiles.tsx'
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
