import type { Translated } from '../texts/translated.ts'
import type { guideEn } from './messages.en.ts'

export const guideNb: Translated<typeof guideEn> = {
  offerTitle: 'Er du ny her?',
  offer:
    'En veiledning viser deg hvordan du registrerer den første deltakeren i denne eksempelstudien, fra Ny deltaker til Send inn og lukk. Det tar omtrent tre minutter, og du kan avbryte når du vil.',
  begin: 'Start veiledningen',
  decline: 'Nei takk',
  again: 'Vis meg hvordan jeg registrerer en deltaker',
  heading: 'Veiledning: trinn {step, number} av {all, number}',
  doneHeading: 'Veiledning: ferdig',
  leave: 'Avslutt veiledningen',
  finish: 'Ferdig',
  create: 'Trykk på Ny deltaker. En deltaker er én person som er med i studien.',
  creating: 'Skriv en identifikator du velger selv, for eksempel S-100, og trykk Enter.',
  open: 'Trykk på deltakeren din i listen for å åpne den.',
  form: 'Trykk på Legg til skjema og velg Baseline. Et skjema er en egen side.',
  fillForm:
    'Velg Baseline hvis du blir spurt om skjematype, og fyll det ut. Felter med stjerne er obligatoriske; det du skriver, kontrolleres når du forlater feltet. Trykk så på Lagre.',
  leaveForm: 'Trykk på Lagre eller Avbryt for å gå tilbake til deltakeren. Veiledningen fortsetter der.',
  device:
    'Trykk på Legg til enhet og velg hvilken sensor som sitter hvor. Hver sensor har en ID og sitter på armen eller brystet.',
  activity:
    'Registrer en aktivitet: trykk på Start når personen begynner, og på Stopp til slutt, eller på Registrer for å skrive inn tidene. Filer fra sensorene hører til en aktivitet.',
  close:
    'Nå har du registrert litt av alt. Trykk på Send inn og lukk øverst. Før noe lukkes, ser du hva som eventuelt mangler. En lukket deltaker kan gjenåpnes.',
  done: 'Det var det hele. Historikken viser hvem som gjorde hva og når, og Skriv ut gir deg alt på papir.',
}
