import type { movingProblems } from '@casebook/domain/shared/problems/moving.ts'

/** The sentences of domain/src/shared/problems/moving.ts in Norwegian bokmål. */
export const movingProblemsNb: Readonly<Record<keyof typeof movingProblems, string>> = {
  'move.count': 'Flytt 1 til {max} deltakere om gangen.',
  'move.same-study': 'Deltakerne er allerede i denne studien. Velg en annen.',
  'move.other-site': 'Denne studien hører til et annet senter. Velg en studie ved samme senter.',
  'move.running': 'Aktiviteten {activity} pågår. Stopp den først.',
  'move.uploading': 'Filen {filename} lastes fortsatt opp. Vent til den er ferdig, eller slett den.',
  'move.identifier': 'Den andre studien har allerede deltakeren {identifier}. Gi en av de to en annen identifikator.',
  'move.form-type': 'Den andre studien har ikke skjematypen {formtype}. Legg den til og publiser den der først.',
  'move.activity-type': 'Den andre studien har ikke aktivitetstypen {activity}. Legg den til der først.',
  'move.visit': 'Den andre studien har ikke besøket {visit}. Legg det til i besøksplanen først.',
  'move.visit-type': 'I den andre studien hører ikke {type} til besøket {visit}. Legg den til i besøket først.',
  'move.visit-repeats':
    'Besøket {visit} har funnet sted flere ganger, og gjentas ikke i den andre studien. La det gjentas der.',
  'move.repeats':
    'Det finnes flere av {type}, eller én med egen betegnelse, og typen gjentas ikke i den andre studien. La den gjentas der.',
  'move.twice':
    'Denne studien har hatt to typer med navnet {type}, og deltakeren har begge. Gi en av dem et annet navn.',
  'move.place': 'En enhet bæres på stedet {place}, som den andre studien ikke har. Legg det til der først.',
  'move.field':
    'Skjematypen {formtype} i den andre studien har ikke feltet {field}, og skjemaet har en verdi der. Legg til feltet der først.',
  'move.value': 'Skjematypen {formtype} i den andre studien godtar ikke {field}. Rett skjemaet først.',
  'move.changes': 'I {formtype} utelates {field} eller beregnes på nytt, slik skjematypen i den andre studien sier.',
}
