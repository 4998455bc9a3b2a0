/** The sentences about files that are imported into a study. */
export const importProblemsNb = {
  'import.empty': 'Filen mangler en overskriftsrad. Velg en CSV-fil i samme format som en eksport.',
  'import.file': 'Oppgi filen enten som csv eller som gzip.',
  'import.encoding': 'Dette er ikke en tekstfil i UTF-8. Lagre filen på nytt som CSV med UTF-8.',
  'import.too-large': 'En fil som skal importeres, kan være på høyst {most} MB. Del den etter rader.',
  'import.cell': 'En celle i rad {row} har mer enn {most} tegn. Forkort den, eller se over anførselstegnene i filen.',
  'import.too-much': 'Det tar for lang tid eller for mye minne å lese denne filen. Del den i mindre filer.',
  'import.cells': 'Rad {row} har flere enn {most} celler. Lagre filen på nytt som CSV med komma.',
  'import.mistakes':
    'Filen passer ikke med studien slik den er nå: {count} feil. Ingenting ble importert. Kontroller filen på nytt.',
  'import.changed':
    'Studien er endret siden filen ble kontrollert. Ingenting ble importert. Se hva en import ville gjøre nå.',
  'import.quotes': 'Anførselstegnene i rad {row} stemmer ikke. Lagre filen på nytt som CSV med UTF-8.',
  'import.separator': 'Kolonnene er skilt med semikolon eller tabulator. Lagre filen på nytt som CSV med komma.',
  'import.row.length': 'Antall celler i raden er {count}, mens overskriftsraden har {expected}. Rett opp raden.',
  'import.column.unknown': 'Det finnes ingen kolonne {name} her. Fjern den fra filen, eller rett navnet.',
  'import.column.duplicate': 'Kolonnen {name} finnes to ganger. Fjern den ene.',
  'import.column.subject': 'Filen trenger en kolonne identifier eller subjectid. Legg til en av dem.',
  'import.subject.unnamed': 'Oppgi deltakerens identifikator (identifier) eller subjectid.',
  'import.subject.duplicate': 'Rad {row} gjelder også denne deltakeren. Fjern den ene.',
  'import.redcap.event': 'Studien har ikke noe besøk for hendelsen {name}.',
  'import.redcap.instrument': 'Studien har ingen skjematype for instrumentet {name}.',
  'import.redcap.elsewhere': '{name} hører ikke til besøket for hendelsen {event}.',
  'import.redcap.repeated': 'En rad for {name} har ingen verdier for andre skjematyper.',
  'import.redcap.checkbox': 'En avkrysning er 1 eller 0.',
  'import.occurrence': 'Hvilken det er, er et heltall fra 1. La feltet stå tomt for den første.',
  'import.subject.other':
    'Identifikatoren og subjectid hører til forskjellige deltakere. Rett den ene, eller la en av dem stå tom.',
  'import.study.other':
    'Raden er eksportert fra en annen studie. Velg en annen fil, eller angi at filen kommer fra et annet sted.',
  'import.form-type.other':
    'Raden er et skjema av en annen skjematype. Velg skjematypen som filen gjelder, eller en annen fil.',
  'import.form-type.mixed': 'Raden er et skjema av en annen skjematype enn rad {row}. Del filen etter skjematype.',
  'import.value.companion': 'Verdien stemmer ikke med kolonnen {name}. Rett {name}, og la denne cellen stå tom.',
  'import.value.retired': 'Dette feltet er utgått, og den lagrede verdien er en annen enn denne. La cellen stå tom.',
  'import.value.stored':
    'Studien har en verdi for {name} som feltet ikke lenger tar imot. Rett den i skjemaet, eller oppgi en ny verdi her.',
  'import.value.date-time': 'Skriv tidspunktet med avviket fra UTC, for eksempel 2026-10-20T09:50:00+02:00.',
  'import.value.date': 'Skriv datoen som ÅÅÅÅ-MM-DD, for eksempel 2026-10-20.',
  'import.version': 'En versjon er et helt tall fra 1. Behold versjonen fra eksporten, eller la cellen stå tom.',
  'import.version.ahead':
    'Studien har versjon {version} av dette skjemaet. Behold versjonen fra eksporten, eller la cellen stå tom.',
  'import.version.none': 'Studien har ikke dette skjemaet. La versjonen stå tom for å legge det til.',
  'import.form.changed':
    'Dette skjemaet ble endret etter at det ble eksportert. Eksporter på nytt, og rediger den filen.',
  'import.form.added':
    'Noen la til et av disse skjemaene mens filen ble importert. Ingenting ble importert. Kontroller filen på nytt.',
  'import.row.units': 'Rad {row} har mer enn {most} tegn. Kort den ned, eller kontroller anførselstegnene i filen.',
  'import.rows': 'En fil som importeres, kan ha høyst {most} rader. Del den opp etter rader.',
  'import.job.missing': 'Denne importen finnes ikke lenger. Velg filen på nytt.',
  'import.job.busy':
    'Denne importen arbeides det med, eller den er avsluttet. Vent til den er kontrollert, eller velg filen på nytt.',
  'import.job.unchecked': 'Bare en fil som er kontrollert og er uten feil, kan importeres. Kontroller filen først.',
  'import.job.rechecked':
    'Filen er kontrollert på nytt i mellomtiden, kanskje med andre svar. Ingenting ble importert. Les hva den kontrollen fant, og importer så.',
  'import.job.file': 'Filen har ikke kommet hel fram, eller er ikke den som ble varslet. Send den på nytt.',
  'import.job.changed': 'Filen er ikke den som ble kontrollert. Ingenting ble importert. Velg filen på nytt.',
  'import.job.outdated':
    'Studien er endret siden filen ble kontrollert. Ingenting ble importert. Velg filen på nytt for å se hva en import ville gjøre nå.',
  'import.job.stale': 'Filen passer ikke lenger med studien. Ingenting ble importert. Kontroller filen på nytt.',
  'import.job.rights':
    'Du kan ikke lenger importere til denne studien. Ingenting ble importert. Spør en administrator.',
  'import.job.failed':
    'Serveren kunne ikke fullføre importen. Ingenting ble importert. Prøv igjen, eller spør driftsansvarlig.',
  'import.job.too-many': 'Du har {most} importer som ikke er avsluttet. Avbryt en av dem, eller vent.',
} as const
