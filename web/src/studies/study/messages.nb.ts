import type { Translated } from '../../texts/translated.ts'
import type { studyEn } from './messages.en.ts'

export const studyNb: Translated<typeof studyEn> = {
  editHeading: 'Rediger studie',
  update: 'Oppdater',
  updating: 'Oppdaterer...',
  study: 'Studie: {name}',
  parts: 'Deler av studien',
  tabs: {
    subjects: 'Deltakere',
    overview: 'Oversikt',
    visits: 'Besøk',
    formtypes: 'Skjematyper',
    activitytypes: 'Aktivitetstyper',
    documents: 'Dokumenter',
    import: 'Import',
    export: 'Eksport',
    edit: 'Rediger',
  },
  siteidMissing: 'Senter-ID mangler',
  missingHeading: 'Denne studien er ikke her',
  missing: 'Denne studien finnes ikke her. Se listen over studier.',
  removed: 'Denne studien er fjernet i mellomtiden.',
  removedText: 'Ingenting kan lagres i den. Det du skrev, står fortsatt på denne siden, så du kan kopiere det.',
  toStudies: 'Til studiene',
  statusHint:
    'Skriv OPEN, CLOSED eller DELETED (vises som ÅPEN, LUKKET og SLETTET). En lukket eller slettet studie tar ikke imot nye deltakere eller endringer i skjematyper og aktivitetstyper.',
  limit: {
    qualityShare: 'Tatt opp mindre enn (prosent)',
    qualityGap: 'Ett hull lengre enn (sekunder)',
    qualityDropOut: 'En kanal mangler mer enn (sekunder)',
    qualityClipped: 'Verdier kuttet øverst eller nederst, fra (prosent)',
    qualityDrift: 'Klokken går feil med (sekunder per døgn)',
    qualityCalibration: 'Akselerometer i ro viser feil med (mg)',
    qualityNotWorn: 'Ikke båret i (prosent av tiden)',
    qualityBattery: 'Batteri til slutt under (prosent)',
    qualityVolts: 'Batteri til slutt under (volt)',
  },
  limits: 'Når merkes et opptak?',
  limitsStand: '{changed, plural, =0 {som vanlig} other {# av {all} endret}}',
  limitsHint:
    'Noen bør se på et merket opptak. Endrer du en grense, vurderes alle opptak i studien etter den, og de som får eller mister et merke, sier fra. La en grense være tom hvis den aldri betyr noe.',
  epochHint: 'Opptak måles i så lange tidsrom. Endres den, blir opptakene i studien målt på nytt.',
  seconds: '{seconds} sekunder',
  placesHint: 'Ett per linje: hvor enheter sitter, i rekkefølgen de tilbys. Et sted som er brukt, kan ikke fjernes.',
  setUp: 'Sett opp',
  copy: 'Kopier {name}',
  changed: 'Sist endret',
  begins: {
    label: 'Begynn med',
    empty: 'Ingenting',
    examples: 'Eksempler',
    like: 'Det samme som en studie ved {site}',
    likeHint:
      'De samme skjematypene, aktivitetstypene, besøkene, stedene på kroppen og kvalitetsgrensene, uten deltakere og dokumenter.',
  },
  examples: {
    GAIT_LAB: 'En dag i ganglaboratoriet',
    WRIST_WEEK: 'En uke hjemme med sensor på håndleddet',
    QUESTIONNAIRES: 'Spørreskjemaer på tre tidspunkter',
  },
  exampleHints: {
    GAIT_LAB: 'To skjemaer, seks aktiviteter og ett besøk. Alt kan endres etterpå.',
    WRIST_WEEK: 'Tre skjemaer, blant dem en dagbok, og to besøk med en ukes mellomrom. Alt kan endres etterpå.',
    QUESTIONNAIRES: 'To skjemaer og tre besøk på tolv uker. Alt kan endres etterpå.',
  },
}
