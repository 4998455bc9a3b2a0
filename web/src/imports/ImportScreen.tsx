import { useIsInGroup } from '../session/session.tsx'
import { StudyPage } from '../studies/study/StudyPage.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { ImportDefinitions } from './ImportDefinitions.tsx'
import classes from './Imports.module.css'
import { ImportValues } from './ImportValues.tsx'

/** /studies/:studyid/import */
export function ImportScreen() {
  const study = useStudy()
  const mayDefine = useIsInGroup('study:admin')
  return (
    <StudyPage>
      <div className={classes.parts}>
        <ImportValues key={`values of ${study.studyid}`} study={study} />
        {mayDefine && <ImportDefinitions key={`definitions of ${study.studyid}`} study={study} />}
      </div>
    </StudyPage>
  )
}
