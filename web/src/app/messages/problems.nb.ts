import type { Reason } from '@casebook/domain/shared/problems.ts'
import { movingProblemsNb } from '../../subjects/moving/problems.nb.ts'
import { exchangeProblemsNb } from './exchange-problems.nb.ts'
import { fieldProblemsNb } from './field-problems.nb.ts'
import { importProblemsNb } from './import-problems.nb.ts'
import { visitProblemsNb } from './visit-problems.nb.ts'

/** The sentences of domain/src/shared/problems.ts in Norwegian bokmål, by reason, with the same {parameters}. */
export const problemsNb: Readonly<Record<Reason, string>> = {
  'session.missing': 'Logg inn for å fortsette.',
  'session.another':
    'En annen person har logget inn i denne nettleseren etter at siden ble lastet. Ingenting ble gjort i deres navn. Det som var skrevet og ikke lagret, er tatt vare på for den som skrev det.',
  'token.unknown': 'Dette tilgangstokenet er ikke gyldig. Lag et nytt og bruk det.',
  'call.forbidden': 'Du har ikke tilgang til dette. Be en administrator om en av disse gruppene: {groups}.',
  'request.unreadable': 'Forespørselen kunne ikke leses. Kontroller adresse, innholdstype og lengde.',
  'request.no-such-call': 'Ingenting svarer på denne adressen. Send kall til POST /graphql.',
  'call.cross-origin': 'Kall godtas bare fra selve applikasjonen. Åpne den og prøv igjen.',
  'token.scope': 'Dette tilgangstokenet mangler tilgangen {scope}. Lag et som har den.',
  'token.confined':
    'Dette tilgangstokenet er begrenset til noen studier og kan ikke gjøre dette. Lag et for alle studier.',
  'token.browser-only': 'Et tilgangstoken kan ikke gjøre dette. Logg inn i en nettleser for å gjøre det.',
  'person.sites.not-own': 'Du kan bare gi tilgang til sentre som du selv hører til.',
  'admin.last':
    'Dette er den siste aktive administratoren for alle sentre. Gjør noen andre til administrator for alle sentre først.',

  'sign-in.pending': 'Kontoen din venter på at en administrator aktiverer den.',
  'sign-in.deactivated': 'Kontoen din er deaktivert. En administrator kan aktivere den igjen.',
  'sign-in.elsewhere':
    'Denne innloggingen ble startet i en annen nettleser eller for mer enn 15 minutter siden. Start på nytt.',
  'sign-in.used': 'Denne innloggingen er allerede brukt. Start på nytt.',
  'sign-in.too-many': 'Det er startet for mange innlogginger fra nettverksadressen din. Prøv igjen om {wait}.',
  'sign-in.level':
    'Denne innloggingen har sikkerhetsnivå {level}; {needed} eller høyere kreves. Logg inn med en sterkere metode.',
  'sign-in.no-level':
    'Denne innloggingen har ikke noe sikkerhetsnivå; {needed} eller høyere kreves. Logg inn med en sterkere metode.',
  'sign-in.refused': 'Identitetsleverandøren avviste innloggingen: {why} ({error}).',
  'sign-in.refused-silently': 'Identitetsleverandøren avviste innloggingen uten å si hvorfor ({error}).',
  'sign-in.unreachable': 'Identitetsleverandøren svarer ikke. Prøv igjen om litt.',
  'sign-in.answer': 'Identitetsleverandøren svarer ikke slik den skal ({error}). Prøv igjen om litt.',
  'sign-in.unverified':
    'Svaret fra identitetsleverandøren kunne ikke bekreftes ({error}). Prøv igjen. Kontakt brukerstøtte hvis det fortsetter.',

  'site.missing': 'Dette senteret finnes ikke, eller du har ikke tilgang til det. Velg et annet senter.',
  'device.missing': 'Denne enheten finnes ikke ved dette senteret. Se listen over enheter.',
  'study.missing': 'Denne studien finnes ikke her. Se listen over studier.',
  'activity-type.missing': 'Denne aktivitetstypen finnes ikke i studien. Se listen over aktivitetstyper.',
  'form-type.missing': 'Denne skjematypen finnes ikke i studien. Se listen over skjematyper.',
  'subject.missing': 'Denne deltakeren finnes ikke her. Se listen over deltakere.',
  'form.missing': 'Denne deltakeren har ikke et slikt skjema. Last siden på nytt.',
  'running.missing': 'Denne aktiviteten pågår ikke. Start den, eller registrer den med tidene.',
  'activity.missing': 'Denne deltakeren har ikke en slik aktivitet. Lagre aktiviteten først, eller last siden på nytt.',
  'study-document.missing': 'Denne studien har ikke et slikt dokument. Last siden på nytt.',
  'study-document.date': 'Skriv datoen som ÅÅÅÅ-MM-DD, for eksempel 2026-10-20.',
  'study-document.too-large': 'Et dokument kan være på høyst 50 MB. Velg en mindre fil.',
  'study-document.not-arrived': 'Filen kom ikke fram. Velg den igjen, og last den opp som en ny versjon.',
  'reference-data.missing': 'Denne deltakeren har ikke en slik fil. Last siden på nytt.',
  'person.missing': 'Denne personen finnes ikke. Se listen over brukere.',
  'token.missing': 'Dette tilgangstokenet finnes ikke. Se listen over tokenene dine.',
  'removed.missing': 'Ingenting med denne ID-en er fjernet. Se listen over det som er fjernet.',
  'reference-data.former':
    'Aktiviteten som filen hører til, er fjernet, og en ny av samme type er registrert siden. Filen hører ikke til den.',
  'export.missing':
    'Denne eksporten finnes ikke, eller filen er ikke klar ennå eller er slettet. Se listen over eksporter.',
  'export.study.needed': 'En deltaker eksporteres fra studien sin. Oppgi også studien.',
  'export.subjects': 'Oppgi én deltaker, eller et utvalg på 1 til {most} deltakere.',
  'export.identified':
    'Du kan bare eksportere uten det som identifiserer personer. Velg det, eller be en administrator om gruppen export:identified.',
  'export.running': 'Du har allerede en eksport som pågår. Vent til den er ferdig, eller avbryt den.',
  'export.too-many':
    'Du har laget {most} eksporter i løpet av et døgn. Vent til i morgen, eller be noen andre om å gjøre det.',

  'site.id.taken':
    'Denne identifikatoren er eller har vært i bruk for et annet senter og kan ikke brukes på nytt. Velg en annen.',
  'device.id.taken': 'Dette senteret har allerede en enhet med denne ID-en. Velg en annen enhets-ID.',
  'activity-type.description.taken':
    'Denne studien har allerede en aktivitetstype med denne beskrivelsen. Velg en annen.',
  'form-type.identifier.taken': 'Denne studien har allerede en skjematype med denne identifikatoren. Velg en annen.',
  'subject.identifier.taken': 'Denne studien har allerede en deltaker med denne identifikatoren. Velg en annen.',
  'subject.id.taken': 'Det finnes allerede en deltaker med denne ID-en. Velg en annen ID.',
  'form.taken': 'Denne deltakeren har allerede et skjema av denne typen. Åpne det og rediger det.',
  'subject.device.taken': 'Deltakeren har allerede denne enheten på denne plasseringen. Last siden på nytt.',
  'running.time.ahead': 'Oppgi en tid som ikke er senere enn nå.',
  'running.taken': 'Denne aktiviteten pågår allerede. Stopp den, eller angre starten.',
  'occurrence.which': 'Det finnes flere av denne typen. Si hvilken.',
  'occurrence.once': 'Denne typen gjentas ikke, så det eneste nummeret er 1. Utelat nummeret.',
  'occurrence.next': 'Neste nummer er {next}. Utelat nummeret.',
  'occurrence.label': 'Bare det som kan registreres flere ganger, har en egen merkelapp. Utelat merkelappen.',
  'repeats.used':
    'Disse deltakerne har flere av denne typen: {names}. Fjern det som er for mye først, eller la den gjentas.',
  'visit.missing': 'Denne typen hører ikke til et slikt besøk i studien. Kontroller besøksplanen.',
  'activity.taken': 'Denne deltakeren har allerede en aktivitet av denne typen. Åpne den og rediger den.',

  'version.stale':
    'Dette ble endret mens du arbeidet med det. Sammenlign det du skrev, med det som står der nå, og lagre igjen.',
  'removal.unseen':
    '{name} endret dette etter at du leste det. Se på det som står der nå, og fjern det hvis du fremdeles vil.',
  'snapshot.without-closing': 'Et øyeblikksbilde kan bare sendes med statusen CLOSED. Utelat det.',
  'snapshot.differs':
    'Noen endret opplysninger om deltakeren mens du holdt på å lukke. Kontroller dem, og send inn på nytt.',
  'person.not-pending': 'Denne personen venter ikke lenger på godkjenning. Last siden på nytt.',
  'person.not-active': 'Denne personen er ikke aktiv. Godkjenn eller aktiver personen først.',
  'person.not-deactivated': 'Denne personen er ikke deaktivert. Last siden på nytt.',

  'subject.closed': 'Deltakeren er lukket. Gjenåpne deltakeren før du endrer noe.',
  'subject.deleted':
    'Deltakeren er merket som slettet. Be en deltakeradministrator om å gjenåpne deltakeren før du endrer noe.',
  'study.epoch': 'Oppgi en epoke på {least} til {most} hele sekunder.',
  'study.limit': 'Oppgi et tall fra {least} til {most}, eller la grensen være tom.',
  'study.places.none': 'Oppgi minst ett sted på kroppen.',
  'study.places.too-many': 'Oppgi høyst {max} steder på kroppen.',
  'study.places.duplicate':
    'Stedet {place} står to ganger i listen. Navn som bare skiller seg i store og små bokstaver eller mellomrom, er like.',
  'study.places.used': 'Enheter sitter eller har sittet på stedet {place}. La det stå i listen.',
  'study.not-open':
    'Studien har status {status}: den tar ikke imot nye deltakere eller endringer i typene. Sett statusen til OPEN (åpen) først.',
  'subject.no-activity': 'Minst én aktivitet må være lagret før en deltaker kan sendes inn og lukkes',
  'subject.upload-pending':
    'Filen {filename} lastes fortsatt opp. Vent til den er ferdig, eller slett den, og send inn på nytt.',

  'subject.forms-incomplete':
    'Disse feltene mangler en verdi eller har en som ikke lenger er gyldig: {fields}. Fyll dem ut, eller skriv hvorfor deltakeren likevel lukkes.',
  'text.required': 'Fyll ut dette feltet.',
  'text.too-long': 'Bruk høyst {max} tegn; her er det {count}.',
  'text.too-heavy': 'Bruk færre sammensatte tegn eller emojier; denne teksten tar for stor plass.',
  'text.control-characters': 'Fjern linjeskift, tabulatorer og usynlige kontrolltegn.',
  'text.not-storable':
    'Skriv denne teksten på nytt: den inneholder et nulltegn eller et halvt tegn, som ikke kan lagres.',

  'site.id.pattern': 'Bruk 1 til {max} små bokstaver, a til z.',
  'devices.taken': 'Dette senteret har allerede: {deviceids}. La dem være.',
  'devices.count': 'Oppgi 1 til {max} enheter om gangen.',
  'devices.twice': 'Enheten {deviceid} står to ganger i listen. Oppgi den én gang.',
  'device.id.pattern': 'Bruk 1 til {max} tegn: store bokstaver A til Z og sifre 0 til 9.',
  'subject.id.pattern': 'Bruk 1 til {max} tegn: bokstaver a til z, sifre, bindestreker og understreker.',
  'subject.new-not-open': 'En ny deltaker har status OPEN (åpen). Opprett deltakeren først, og endre statusen etterpå.',
  'subject.devices.duplicate':
    'Enheten {deviceid} er allerede festet på denne plasseringen. Velg en annen enhet eller plassering.',
  'subject.devices.other-twice':
    'Utenom arm og bryst kan enheten {deviceid} bare sitte på ett sted om gangen. Velg en annen enhet, eller ta den av først.',
  'subject.place.required': 'Si hvor enheten sitter: Med plasseringen OTHER må et av studiens steder oppgis.',
  'subject.place.mismatch':
    'Stedet {place} hører ikke til plasseringen {position}. Oppgi arm som ARM, chest som CHEST og alle andre som OTHER.',
  'subject.place.unknown':
    'Denne studien har ikke stedet {place} på kroppen. Velg et av studiens steder, eller legg det til i studien.',
  'subject.worn.future': 'Dette tidspunktet er ikke kommet ennå. Si når enheten ble satt på eller tatt av.',
  'subject.worn.reversed': 'Enheten {deviceid} ble satt på etter dette tidspunktet. Velg et senere.',
  'subject.visit.missing': 'Denne studien har ikke dette besøket. Se studiens plan.',
  'subject.devices.too-many': 'En deltaker kan ha høyst {max} enheter.',
  'snapshot.unreadable':
    'Øyeblikksbildet er ikke JSON i forventet format. Last siden på nytt, og send inn en gang til.',

  'fields.too-many': 'Bruk høyst {max} felter i en skjematype; her er det {count}.',
  ...fieldProblemsNb,
  ...exchangeProblemsNb,
  ...importProblemsNb,

  'activity.time.format': 'Skriv tiden som åååå-MM-dd TT:mm, for eksempel 2026-10-20 09:50.',
  'activity.time.no-such': 'Denne datoen eller dette klokkeslettet finnes ikke. Rett det opp.',
  'activity.time.skipped':
    'Denne tiden finnes ikke i {zone}: klokken ble stilt fram da. Skriv en tidligere eller senere tid.',
  'activity.time.range': 'Oppgi tiden i hele sekunder, i årene 1 til 9999.',
  'activity.stop.not-later': 'Skriv en stopptid som er senere enn starttiden.',

  'upload.too-large': 'Maks. filstørrelse er 150 MB',
  'upload.empty': 'Denne filen er tom. Velg en som inneholder data.',
  'upload.sha256': 'Oppgi SHA-256 som 64 små heksadesimale sifre, eller utelat den.',
  'recording.description': 'Dette er ikke beskrivelsen av en fil. Åpne filen på nytt.',
  'recording.zone': 'Oppgi navnet på en tidssone, for eksempel Europe/Oslo.',
  'recording.correction': 'Oppgi korreksjonen i sekunder, høyst hundre år.',
  'recording.correction.stale':
    'Noen andre har korrigert klokken i denne filen i mellomtiden. Se på filen igjen før du korrigerer den.',
  'recording.zone.stale':
    'Noen andre har satt tidssonen for denne filen i mellomtiden. Se på den igjen før du velger en annen.',
  'recording.layout.stale':
    'Noen andre har nettopp bestemt hvordan denne filen leses, og det gjelder. Se på den før du endrer det igjen.',
  'upload.pending.person':
    'Du har {most} opplastinger som er påbegynt og ikke er kommet fram. Vent til noen er kommet fram, eller et kvarter, og prøv igjen.',
  'upload.pending.site':
    'Dette senteret har {most} opplastinger som er påbegynt og ikke er kommet fram. Vent til noen er kommet fram, eller et kvarter, og prøv igjen.',
  'upload.identifier': 'Identifikatoren tilhører ikke denne deltakeren. Last siden på nytt.',

  'profile.email': 'Skriv en e-postadresse, for eksempel kari@example.org.',
  'profile.phone': 'Skriv et telefonnummer, for eksempel +47 22 33 44 55.',
  'verification.format': 'Skriv de {digits} sifrene i koden.',
  'verification.wrong': 'Denne koden er feil eller utløpt. Skriv den nyeste, eller få sendt en ny.',
  'verification.no-email': 'Legg inn en e-postadresse i profilen din først.',
  'group.unknown': 'Det finnes ingen gruppe {group}. Velg blant {groups}.',
  'token.scopes': 'Velg minst én av tilgangene {scopes}.',
  'token.days': 'La tokenet utløpe etter 1 til {max} dager.',
  'token.studies': 'Velg minst én studie, eller la valget stå åpent for alle.',
  'token.calendar':
    'Et token for en kalender gjelder én studie og ikke noe annet. Velg én studie og ingen andre rettigheter.',
  'token.calendar.off': 'Studien tillater ikke at kalenderen abonneres på. Be koordinatoren om å tillate det.',
  'token.too-many': 'Du har allerede {max} tilgangstokener. Trekk tilbake ett først.',
  'token.shown-once':
    'Dette tilgangstokenet er laget allerede og vises bare én gang. Trekk det tilbake, og legg til et nytt.',
  'idempotency.key': 'Oppgi Idempotency-Key som 1 til 200 synlige ASCII-tegn.',
  'idempotency.other-call': 'Denne Idempotency-Key er brukt til et annet kall siste døgn. Lag en ny for hvert kall.',
  'idempotency.several': 'En Idempotency-Key står for én operasjon. Send de andre i egne kall.',
  'history.position': 'before må være historyid for den siste oppføringen som er lest; «{before}» er ingen slik.',
  'history.range': 'Be om 1 til {max} oppføringer om gangen.',
  'changes.position': 'after må være en posisjon som listChanges har gitt. Utelat den for å begynne fra nå.',
  'changes.elsewhere':
    'Denne posisjonen gjelder en annen database, eller tiden før denne ble gjenopprettet. Les alt på nytt, og fortsett fra en ny posisjon.',
  'marked.range': 'Be om 1 til {max} filer om gangen.',
  'changes.range': 'Be om 1 til {max} endringer om gangen.',

  'list.too-long': 'Høyst {max} linjer på én gang. Del opp listen.',
  'list.nothing-new': 'Ingenting i denne listen er nytt. Skriv eller lim inn ett navn per linje.',
  'list.no-type': 'Felttypen {type} finnes ikke. Bruk en av dem som kan velges.',
  'definitions.unreadable':
    'Denne filen inneholder ingen definisjoner av en studie. Velg en som er eksportert som definisjoner.',
  'definitions.refused':
    'Noen av definisjonene kan ikke legges til: {names}. Ingenting ble importert. Se på forhåndsvisningen igjen.',
  'definitions.newer':
    'Denne filen kommer fra en nyere utgave, som skriver definisjoner på en annen måte. Oppdater denne installasjonen først.',
  'definitions.duplicate': '{name} finnes to ganger i filen. Fjern den ene.',
  'definitions.other': 'Studien har en skjematype {name} med andre felter. Gi en av dem et nytt navn.',
  'definitions.once': 'I filen registreres {name} flere ganger for en deltaker. La det være slik i studien først.',
  'definitions.retired':
    'Feltet ble tatt ut av bruk før filen ble laget, og er ikke i den. En import av skjemaer utelater verdiene.',
  'definitions.removed.form-type': 'Skjematypen ble fjernet før filen ble laget, og er ikke i den.',
  'definitions.removed.activity-type': 'Aktivitetstypen ble fjernet før filen ble laget, og er ikke i den.',
  'definitions.visit.other': 'Studien har et besøk {name} som er planlagt annerledes. Gi ett av dem et nytt navn.',
  'definitions.visit.type':
    '{type} hører til besøket {name}, og er verken i filen eller i studien. Legg den til først.',

  'rate.limited': 'For mange forsøk. Vent {wait}, og prøv igjen.',
  'write.unknown':
    'Forbindelsen til databasen ble brutt under lagringen. Det er uvisst om endringen ble lagret. Kontroller det før du prøver igjen.',
  'database.unavailable':
    'Databasen svarer ikke akkurat nå. Ingenting er endret, og ingenting som er bekreftet, er tapt; prøv igjen om et minutt.',
  'database.too-slow':
    'Dette tok databasen lengre tid enn tillatt, og ble stoppet. Ingenting er endret. Si fra til administratoren din hvis det fortsetter.',
  'store.unavailable': 'Fillageret svarer ikke akkurat nå. Ingenting er tapt; prøv igjen om et minutt.',
  internal:
    'Noe gikk galt på serveren. Prøv igjen. Fortsetter det, oppgi denne referansen til administratoren din: {errorId}',
  ...visitProblemsNb,
  ...movingProblemsNb,
}
