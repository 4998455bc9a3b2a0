/** The name of the example data's study. The web app recognises the study by it, to offer the guide. */
export const exampleStudyName = 'Step counting, arm and chest against treadmill'
