import type { Reason } from '@casebook/domain/shared/problems.ts'

/** The Norwegian sentences about schedules and visits, by reason. */
export const visitProblemsNb = {
  'visit.unknown': 'Studien har ikke dette besøket. Last siden på nytt.',
  'visit.name.twice': 'To besøk heter {name}. Gi hvert besøk sitt eget navn.',
  'visit.twice': 'Besøket {name} står to ganger. Oppgi det én gang.',
  'visit.too-many': 'En besøksplan har høyst {most} besøk. La heller et besøk gjentas.',
  'visit.day': 'Dagen til {name} er et helt tall fra -{most} til {most}, eller tom. Rett den.',
  'visit.window': 'Vinduet til {name} er et helt antall dager fra 0 til {most} på hver side. Rett det.',
  'visit.unscheduled':
    'Besøket {name} har ingen dag, og dermed heller ikke noe vindu. Gi det en dag, eller la vinduet være tomt.',
  'visit.optional': 'Det som er valgfritt i besøket {name}, må høre til det.',
  'visit.type.twice': 'En type hører til besøket {name} to ganger. Oppgi den én gang.',
  'visit.used': 'Noe som er registrert, hører til besøket {name}, så det blir stående i planen. Behold besøket.',
  'visit.occurred':
    'Noen deltakere har hatt besøket {name} mer enn én gang, så det kan fortsatt gjentas. La det gjentas.',
  'visit.added': 'Noen andre har i mellomtiden lagt til besøket {name}. Last siden på nytt, og endre så planen.',
  'visit.date': 'Oppgi datoen som ÅÅÅÅ-MM-DD, for eksempel 2026-10-20.',
  'visit.missed.reason': 'Skriv hvorfor besøket ikke ble noe av.',
  'deviation.missing': 'Besøket avviker ikke lenger fra planen på dette punktet. Last siden på nytt.',
  'visit.once': 'Dette besøket finner sted én gang. Endre det som står der.',
  'visit.occurrence': 'Besøk som gjentas, telles fra 1 i hele tall.',
  'visit.occurrence.next': 'Det neste av dette besøket er nummer {next}. Utelat nummeret for å legge det til.',
  'calendar.days':
    'En kalender viser fra 1 til {most} dager. Velg en siste dag som ikke er før den første, og innen {most} dager.',
} satisfies { readonly [reason in Reason]?: string }
