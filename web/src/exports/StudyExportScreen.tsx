import { StudyPage } from '../studies/study/StudyPage.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { ExportParts } from './ExportParts.tsx'

/** /studies/:studyid/export */
export function StudyExportScreen() {
  const { siteid, studyid } = useStudy()
  return (
    <StudyPage>
      <ExportParts of={{ siteid, studyid }} />
    </StudyPage>
  )
}
