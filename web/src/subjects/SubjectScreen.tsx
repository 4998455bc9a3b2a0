import { StudyPage } from '../studies/StudyPage.tsx'

/** The detail of one subject. */
export function SubjectScreen() {
  return <StudyPage>{null}</StudyPage>
}
