/** The guide through a first subject of the example study. */
export const guideEn = {
  offerTitle: 'New here?',
  offer:
    'A guide walks you through your first subject in this example study, from New subject to Submit and close. It takes about three minutes, and you can leave it at any time.',
  begin: 'Begin the guide',
  decline: 'No, thanks',
  again: 'Walk me through a first subject',
  heading: 'Guide: step {step, number} of {all, number}',
  doneHeading: 'Guide: done',
  leave: 'Leave the guide',
  finish: 'Finish',
  create: 'Press New subject. A subject is one person who takes part in the study.',
  creating: 'Type an identifier of your own, such as S-100, and press Enter.',
  open: 'Press your subject in the list to open it.',
  form: 'Press Add form and choose Baseline. A form is a page of its own.',
  fillForm:
    'Choose Baseline if you are asked for a form type, and fill it in. Fields with a star are required; what you type is checked as you leave a field. Then press Save.',
  leaveForm: 'Press Save or Cancel to return to the subject. The guide continues there.',
  device:
    'Press Add device and choose which sensor is worn where. Each sensor has an ID and is worn on the arm or the chest.',
  activity:
    'Record an activity: press Start when the person begins and Stop at the end, or Record to type the times. Sensor files belong to an activity.',
  close:
    'You have recorded one of everything. Press Submit and close at the top. Before anything is closed, you see what is still missing. A closed subject can be reopened.',
  done: 'That is all there is to it. The history shows who did what and when, and Print puts the record on paper.',
} as const
