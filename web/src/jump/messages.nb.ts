import type { Translated } from '../texts/translated.ts'
import type { jumpEn } from './messages.en.ts'

export const jumpNb: Translated<typeof jumpEn> = {
  heading: 'Gå til',
  label: 'Finn en deltaker, studie, enhet, side eller handling',
  nothing: 'Ingen treff på «{text}».',
  results: 'Treff',
  kinds: {
    subject: 'Deltaker',
    study: 'Studie',
    site: 'Senter',
    device: 'Enhet',
    screen: 'Side',
    action: 'Handling',
  },
  newSubject: 'Ny deltaker i {study}',
  newStudy: 'Ny studie',
  newDevice: 'Ny enhet',
  newSite: 'Nytt senter',
  showKeys: 'Vis hurtigtaster',
  signOut: 'Logg ut',
  close: 'Lukk',
  keysHeading: 'Hurtigtaster',
  keys: {
    jump: 'Finn en deltaker, studie, enhet, side eller handling',
    help: 'Vis denne siden',
    tab: 'Neste felt eller knapp; med Shift det forrige',
    enter: 'Lagre det som er åpent, eller trykk på det som er valgt; i et skjema gå til neste felt',
    save: 'Lagre skjemaet',
    another: 'Der noe legges til: opprett det, og legg til en til',
    letter: 'I et skjema: velg svaret som begynner med den eller har den som kode',
    escape: 'Lukk det som er åpent',
    subjects: 'Forrige eller neste deltaker i listen du kom fra',
    arrows: 'Flytt deg i en liste med valg',
  },
  or: 'eller',
  useQuestionMark: 'Åpne denne siden med ?-tasten',
}
