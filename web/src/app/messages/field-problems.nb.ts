import type { Reason } from '@casebook/domain/shared/problems.ts'

/** The sentences about fields, their values and checks. */
export const fieldProblemsNb = {
  'field.name.duplicate': 'Et annet felt heter allerede {name}. Velg et annet navn.',
  'field.name.fixed': 'Navnet på feltet {name} kan ikke endres. Behold det, eller slett feltet og legg til et nytt.',
  'field.length.range': 'Skriv et helt tall fra 1 til {max}, eller la lengden stå tom.',
  'field.length.unused': 'Bare et tekstfelt har en lengde. La den stå tom.',
  'field.pattern.unused': 'Bare et tekstfelt eller et valgfelt har et mønster. La det stå tomt.',
  'field.pattern.syntax': 'Dette mønsteret kan ikke brukes: {why}. Rett det, eller la det stå tomt.',
  'field.pattern.too-large':
    'Dette mønsteret ville ta for lang tid å kontrollere. Bruk færre eller mindre gjentakelser.',
  'field.options.too-few': 'Skriv to eller flere ulike alternativer, skilt med |. Ingen av dem kan være tomme.',
  'field.options.duplicate': 'Alternativet {option} er oppgitt to ganger. Fjern det ene.',

  'form.field.changed':
    'Noen andre har endret {name} i mellomtiden. Sammenlign verdien din med deres, og lagre på nytt.',
  'form.key.unknown': 'Skjematypen har ikke noe felt {name}. Utelat denne verdien.',
  'form.key.duplicate': 'Feltet {name} er oppgitt to ganger. Oppgi det én gang.',
  'value.pattern': 'Skriv en verdi som {example}.',
  'value.pattern.unexplained':
    'Verdien har ikke den formen det spørres etter. Spør den som har laget skjemaet, hva som skal stå her.',
  'value.number': 'Skriv et tall, for eksempel 12, -12.5 eller 1e3, med punktum og uten mellomrom.',
  'value.boolean': 'Velg Ja eller Nei (i filer: true eller false).',
  'value.choice': 'Velg et av alternativene: {options}',
  'value.time': 'Skriv et klokkeslett som timer:minutter eller timer:minutter:sekunder, for eksempel 09:30.',
  'field.property.unused': 'Et felt av typen {type} har ikke {property}. La det stå tomt.',
  'field.number.range': 'Skriv et tall som ikke er mindre enn den nedre grensen {minimum}.',
  'field.number.not-finite': 'Skriv et tall, eller la det stå tomt.',
  'field.decimals.range': 'Skriv et helt tall fra 0 til {max}, eller la antall desimaler stå tomt.',
  'field.options.both': 'Oppgi enten valgene eller mønsteret, ikke begge.',
  'field.options.none': 'Oppgi 1 til {max} valg.',
  'field.options.code': 'Koden {code} inneholder tegnet |, som skiller koder. Fjern det.',
  'field.language.format': 'Skriv språket som en kode, for eksempel nb, en eller en-GB.',
  'field.language.duplicate': 'Språket {language} er oppgitt to ganger. Fjern det ene.',
  'field.languages.max': 'Oppgi høyst {max} andre språk.',
  'field.display.unused': 'Et felt av denne typen kan ikke vises slik. En skala trenger en nedre og en øvre grense.',
  'field.note.required': 'En merknad er bare til å lese, så den kan ikke være påkrevd.',
  'field.variable.format':
    'Bruk bokstavene a til z, sifre og _, med en bokstav først, høyst {max} tegn, og ikke et ord som uttrykkene bruker.',
  'field.variable.duplicate': 'Et annet felt har allerede variabelen {variable}. Velg en annen.',
  'field.variable.fixed': 'Variabelen til et lagret felt kan ikke endres. Den er {variable}.',
  'field.expression.wrong': 'Uttrykket kan ikke brukes, ved tegn {place}: {why}',
  'field.expression.circle': 'Disse feltene avhenger av hverandre: {circle}. Endre et av uttrykkene.',
  'checks.too-many': 'Bruk høyst {max} kontroller i en skjematype. Denne har {count}.',
  'check.field.unknown': 'Skjematypen har ikke noe felt {name} som meldingen kan vises ved.',
  'form.broken':
    'Denne utgaven av Casebook godtar ikke et uttrykk i feltet {name}. Skjemaet kan leses, og lagres når skjematypen er rettet.',
  'form.renewal.none': 'Ingen skjemaer av denne typen kan oppdateres slik de er.',
  'form.renewal.undone':
    'Ingen skjemaer er slik denne handlingen etterlot dem: Alle er endret siden, eller den er angret.',
  'form-type.version.missing': 'Denne skjematypen har ingen slik versjon.',
  'form-type.version.renamed':
    'Noen andre har gitt denne versjonen et annet navn i mellomtiden. Se på navnet igjen før du endrer det.',
  'form-type.draft.missing': 'Denne skjematypen har ikke noe utkast.',
  'form-type.type.stored':
    'Typen til feltet {name} kan ikke endres så lenge skjemaer har en verdi i det (nå {count}). Legg til et nytt felt i stedet.',
  'form-type.bound.stored':
    'Feltet {name} kan ikke begrenses slik så lenge skjemaer har verdier som ikke ville passe (nå {count}).',
  'value.minimum': 'Skriv et tall som er minst {minimum}.',
  'value.maximum': 'Skriv et tall som er høyst {maximum}.',
  'value.whole': 'Skriv et helt tall.',
  'value.decimals': 'Skriv et tall med høyst {decimals} desimaler.',
  'value.choice.twice': 'Velg hvert alternativ én gang.',
  'value.date-time': 'Skriv en dato og et klokkeslett. API-et tar dem som hele epoch-sekunder.',
  'value.note': 'En merknad er bare til å lese. Utelat verdien.',
  'value.hidden': 'Feltet {name} spørres det ikke om med disse verdiene. Utelat verdien.',
  'value.calculated': 'Feltet {name} blir regnet ut. Utelat verdien.',
  'value.check': '{message}',
  'value.unusual': 'Denne verdien er uvanlig: vanlig er {range}. Rett den, eller bekreft den med en begrunnelse.',
  'value.check.unconfirmed': '{message} Rett verdien, eller bekreft den med en begrunnelse.',
  'value.date': 'Skriv en dato, for eksempel 2026-10-20.',
} satisfies { readonly [reason in Reason]?: string }
