import type { Translated } from '../../texts/translated.ts'
import type { movingEn } from './messages.en.ts'

export const movingNb: Translated<typeof movingEn> = {
  action: 'Flytt til en annen studie',
  moveNamed: 'Flytt {name} til en annen studie',
  heading: 'Flytt til en annen studie',
  purpose:
    'For deltakere som ble registrert i feil studie, eller som fortsetter i en annen. Alt som er registrert, følger med, også historikken. Den andre studien må ha typer og besøk med samme navn.',
  who: '{count, plural, one {Deltaker} other {# deltakere}}',
  study: 'Studien de flyttes til',
  choose: 'Velg en studie',
  noOther: 'Dette senteret har ingen annen åpen studie.',
  none: 'Ingen deltaker i denne studien er valgt.',
  gone: 'De valgte deltakerne er ikke lenger i denne studien: de er flyttet. Historikken deres viser av hvem.',
  toList: 'Til deltakerne',
  tooMany: 'Høyst {max, number} deltakere om gangen. Velg færre i listen.',
  reason: 'Hvorfor (lagres i historikken)',
  checking: 'Kontrollerer det som er registrert',
  stay: '{count, plural, one {# deltaker blir stående} other {# deltakere blir stående}} til dette er rettet:',
  look: 'Dette endres i skjemaer:',
  harmless: 'Ingenting er i veien. Det som er registrert, forblir som det er.',
  unsaved: 'Noe som er skrevet her, er ikke lagret ennå. Lagre det først.',
  move: '{ready, plural, =0 {Flytt} one {Flytt # deltaker} other {Flytt # deltakere}}{left, plural, =0 {} other { av {count, number}}}',
  moved: '{count, plural, one {# deltaker ble flyttet til {study}.} other {# deltakere ble flyttet til {study}.}}',
  open: 'Åpne {study}',
  movedAway: 'Denne deltakeren er nå i en annen studie.',
  keptHere: 'Ingenting kan lagres her. Det du skrev, står fortsatt på denne siden, så du kan kopiere det.',
  openThere: 'Åpne deltakeren der',
}
