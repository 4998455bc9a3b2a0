import type { Reason } from '@casebook/domain/shared/problems.ts'

/** The sentences of domain/src/shared/problems.ts in Norwegian bokmål, by reason, with the same {parameters}. */
export const problemsNb: Readonly<Record<Reason, string>> = {
  'session.missing': 'Logg inn for å fortsette.',
  'token.unknown': 'Dette tilgangstokenet er ikke gyldig. Lag et nytt og bruk det.',
  'call.forbidden': 'Du har ikke lov til dette. Be en administrator om en av disse gruppene: {groups}.',
  'call.cross-origin': 'Kall tas bare imot fra selve applikasjonen. Åpne den og prøv igjen.',
  'token.scope': 'Dette tilgangstokenet mangler omfanget {scope}. Lag et som har det.',
  'token.confined':
    'Dette tilgangstokenet er begrenset til noen studier og kan ikke gjøre dette. Lag et for alle studier.',
  'token.browser-only': 'Et tilgangstoken kan ikke gjøre dette. Logg inn i en nettleser for å gjøre det.',
  'person.sites.not-own': 'Du kan bare gi og ta steder som du selv hører til.',
  'admin.last': 'Dette er den siste aktive administratoren. Gjør noen andre til administrator først.',

  'site.missing': 'Det finnes ikke noe slikt sted, eller du hører ikke til der. Velg et annet sted.',
  'device.missing': 'Det finnes ingen slik enhet på dette stedet. Se gjennom listen over enheter.',
  'study.missing': 'Det finnes ingen slik studie her. Se gjennom listen over studier.',
  'activity-type.missing': 'Det finnes ingen slik aktivitetstype i denne studien. Se gjennom aktivitetstypene.',
  'form-type.missing': 'Det finnes ingen slik skjematype i denne studien. Se gjennom skjematypene.',
  'subject.missing': 'Det finnes ingen slik deltaker her. Se gjennom listen over deltakere.',
  'form.missing': 'Denne deltakeren har ikke et slikt skjema. Les deltakeren på nytt.',
  'activity.missing':
    'Denne deltakeren har ikke en slik aktivitet. Lagre aktiviteten først, eller les deltakeren på nytt.',
  'reference-data.missing': 'Denne deltakeren har ikke en slik fil. Les deltakeren på nytt.',
  'person.missing': 'Det finnes ingen slik person. Se gjennom listen over brukere.',
  'token.missing': 'Det finnes ikke noe slikt tilgangstoken. Se gjennom tokenene dine.',
  'removed.missing': 'Ingenting fjernet har denne ID-en. Se gjennom det som er fjernet.',

  'site.id.taken': 'Denne identifikatoren brukes eller ble brukt av et sted og forblir dets. Velg en annen.',
  'device.id.taken': 'Dette stedet har alt en enhet med denne ID-en. Velg en annen enhets-ID.',
  'activity-type.description.taken': 'Denne studien har alt en aktivitetstype med denne beskrivelsen. Velg en annen.',
  'form-type.identifier.taken': 'Denne studien har alt en skjematype med denne identifikatoren. Velg en annen.',
  'subject.identifier.taken': 'Denne studien har alt en deltaker med denne identifikatoren. Velg en annen.',
  'subject.id.taken': 'Det finnes alt en deltaker med denne ID-en. Velg en annen ID.',
  'form.taken': 'Denne deltakeren har alt et skjema av denne typen. Åpne det og rediger det.',
  'activity.taken': 'Denne deltakeren har alt en aktivitet av denne typen. Åpne den og rediger den.',
  'email.taken': 'Noen andre har bekreftet denne e-postadressen. Bruk en annen.',

  'version.stale':
    'Dette ble endret mens du arbeidet med det. Sammenlign det du skrev med det som står der nå, og lagre igjen.',
  'snapshot.differs': 'Deltakeren ble endret mens du lukket. Se gjennom på nytt, og send inn en gang til.',
  'person.not-pending': 'Denne personen venter ikke lenger på godkjenning. Les listen over brukere på nytt.',
  'person.not-active': 'Denne personen er ikke aktiv. Godkjenn eller aktiver personen først.',
  'person.not-deactivated': 'Denne personen er ikke deaktivert. Les listen over brukere på nytt.',
  'reference-data.settled': 'Denne opplastingen er alt avgjort. Les listen over filer på nytt.',

  'subject.closed': 'Deltakeren er lukket. Åpne den igjen før du endrer noe.',
  'subject.deleted': 'Deltakeren er merket som slettet. Be en deltakeradministrator åpne den igjen før du endrer noe.',
  'study.not-open':
    'Studien er {status}: den tar ingen nye deltakere og ingen endringer i typene. Sett statusen til OPEN først.',
  'subject.no-activity': 'Minst én aktivitet må være lagret før en deltaker kan sendes inn og lukkes',
  'subject.upload-pending':
    'Filen {filename} lastes fortsatt opp. Vent til den er på plass, eller slett den, og send inn.',

  'text.required': 'Fyll ut dette feltet.',
  'text.too-long': 'Bruk høyst {max} tegn; her er det {count}.',
  'text.too-heavy': 'Bruk færre sammensatte tegn eller emojier; denne teksten tar for mye plass.',
  'text.control-characters': 'Ta ut linjeskift, tabulatorer og usynlige kontrolltegn.',
  'text.not-storable':
    'Skriv denne teksten på nytt: den inneholder et nulltegn eller et halvt tegn, som ikke kan lagres.',

  'site.id.pattern': 'Bruk bare små bokstaver a til z, 1 til {max} av dem.',
  'device.id.pattern': 'Bruk bare store bokstaver A til Z og sifre 0 til 9, 1 til {max} av dem.',
  'subject.id.pattern': 'Bruk bare bokstaver a til z, sifre, bindestreker og understreker, 1 til {max} av dem.',
  'subject.new-not-open': 'En ny deltaker er OPEN. Opprett den først, og endre statusen etterpå.',
  'subject.devices.duplicate':
    'Enheten {deviceid} er alt festet på denne plasseringen. Velg en annen enhet eller plassering.',
  'subject.devices.too-many': 'Fest høyst {max} enheter til en deltaker.',
  'snapshot.unreadable': 'Øyeblikksbildet er ikke JSON på avtalt form. Last siden på nytt, og send inn en gang til.',

  'fields.too-many': 'Bruk høyst {max} felt i en skjematype; her er det {count}.',
  'field.name.duplicate': 'Et annet felt heter alt {name}. Velg et annet navn.',
  'field.name.fixed': 'Navnet på feltet {name} kan ikke endres. Behold det, eller slett feltet og legg til et nytt.',
  'field.length.range': 'Skriv et helt tall fra 1 til {max}, eller la lengden stå tom.',
  'field.length.unused': 'Bare en String har en lengde. La den stå tom.',
  'field.pattern.unused': 'Bare en String eller et Choice har et mønster. La det stå tomt.',
  'field.pattern.syntax': 'Dette mønsteret kan ikke brukes: {why}. Rett det, eller la det stå tomt.',
  'field.pattern.too-large': 'Dette mønsteret ville ta for lang tid å sjekke. Bruk færre eller mindre gjentakelser.',
  'field.options.too-few': 'Skriv to eller flere ulike valg, skilt med | og ingen av dem tomme.',
  'field.options.duplicate': 'Valget {option} står der to ganger. Ta ut det ene.',

  'form.key.unknown': 'Skjematypen har ikke noe felt {name}. Ta ut denne verdien.',
  'form.key.duplicate': 'Feltet {name} er oppgitt to ganger. Oppgi det én gang.',
  'value.pattern': 'Skriv en verdi som følger mønsteret {pattern}',
  'value.number': 'Skriv et tall, for eksempel 12, -12.5 eller 1e3, med punktum og uten mellomrom.',
  'value.boolean': 'Velg Ja eller Nei (true eller false).',
  'value.choice': 'Velg et av valgene: {options}',
  'value.time': 'Skriv et klokkeslett som timer:minutter eller timer:minutter:sekunder, for eksempel 09:30.',
  'value.date': 'Velg en dag. Den lagres som epokesekundene for kl. 12:00 UTC den dagen.',

  'activity.date-missing': 'En dato må lagres før aktiviteter kan legges til',
  'activity.time.format': 'Skriv tiden som yyyy-MM-dd HH:mm, for eksempel 2026-10-20 09:50.',
  'activity.time.no-such': 'Det finnes ingen slik dag eller et slikt klokkeslett. Rett det.',
  'activity.time.skipped':
    'Denne tiden finnes ikke i {zone}: klokken ble stilt fram da. Skriv en tidligere eller senere tid.',
  'activity.time.range': 'Oppgi tiden i hele sekunder, i årene 1 til 9999.',
  'activity.stop.not-later': 'Skriv en slutt som er senere enn starten.',

  'upload.too-large': 'Maks. filstørrelse er 150MB',
  'upload.empty': 'Denne filen er tom. Velg en som inneholder data.',
  'upload.sha256': 'Oppgi SHA-256 som 64 små heksadesimale sifre, eller utelat den.',
  'upload.identifier': 'Identifikatoren er ikke denne deltakerens. Les deltakeren på nytt.',

  'profile.email': 'Skriv en e-postadresse, for eksempel kari@example.org.',
  'profile.phone': 'Skriv et telefonnummer, for eksempel +47 22 33 44 55.',
  'verification.format': 'Skriv de {digits} sifrene i koden.',
  'verification.wrong': 'Denne koden er feil eller utløpt. Skriv den nyeste, eller få sendt en ny.',
  'verification.no-email': 'Lagre en e-postadresse i profilen din først.',
  'group.unknown': 'Det finnes ingen gruppe {group}. Velg blant {groups}.',
  'token.scopes': 'Velg minst ett av omfangene {scopes}.',
  'token.days': 'La tokenet utløpe etter 1 til {max} dager.',
  'token.studies': 'Velg minst én studie, eller la valget stå for alle.',
  'token.too-many': 'Du har alt {max} tilgangstokener. Fjern ett først.',
  'token.shown-once': 'Dette tilgangstokenet er laget allerede og vises bare én gang. Fjern det, og lag et nytt.',
  'idempotency.key': 'Oppgi Idempotency-Key som 1 til 200 synlige ASCII-tegn.',
  'idempotency.other-call': 'Denne Idempotency-Key er brukt til et annet kall siste døgn. Lag en ny for hvert kall.',
  'idempotency.several': 'En Idempotency-Key står for én operasjon. Send de andre i egne kall.',
  'history.range': 'Be om 1 til {max} oppføringer om gangen.',

  'rate.limited': 'For mange forsøk. Vent {seconds} sekunder, og prøv igjen.',
  'database.unavailable':
    'Databasen svarer ikke akkurat nå. Ingenting som er bekreftet, er tapt; prøv igjen om et minutt.',
  'store.unavailable': 'Fillageret svarer ikke akkurat nå. Ingenting er tapt; prøv igjen om et minutt.',
  internal: 'Noe gikk galt på serveren. Prøv igjen; fortsetter det, gi administratoren din dette nummeret: {errorId}',
}
