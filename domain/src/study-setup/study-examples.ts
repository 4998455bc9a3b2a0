import type { ExampleLanguage, Say, StudyBeginning, StudyExample } from './example-texts.ts'
import { gaitLab } from './gait-lab.ts'
import { questionnaires } from './questionnaires.ts'
import { wristWeek } from './wrist-week.ts'

const beginnings: Readonly<Record<StudyExample, (say: Say) => StudyBeginning>> = {
  GAIT_LAB: gaitLab,
  WRIST_WEEK: wristWeek,
  QUESTIONNAIRES: questionnaires,
}

/** What a study of this example begins with. */
export function beginningOf(example: StudyExample, language: ExampleLanguage): StudyBeginning {
  return beginnings[example]((en, nb) => (language === 'nb' ? nb : en))
}
