/** The sentences about form types that come from other programs or go to them. */
export const exchangeProblemsNb = {
  'exchange.unreadable':
    'Dette er ikke et XLSForm (.xlsx), en dataordbok fra REDCap (.csv) eller ODM 1.3 (.xml): {why}.',
  'exchange.too-large': 'Innholdet i filen kan være på høyst {most} MB.',
  'exchange.empty': 'Her er det ingen felter å overta.',
  'exchange.one': 'Et XLSForm har én skjematype. Velg én.',
  'exchange.limit': 'Det kan være høyst {max}. Resten utelates.',
  'exchange.type': 'Det finnes ingen felttype som {type}. Feltet utelates.',
  'exchange.as-text': 'Det finnes ingen felttype som {type}. Feltet blir en tekst.',
  'exchange.part': '{part} har ikke noe motstykke, og utelates.',
  'exchange.sheet': 'Arket {sheet} leses ikke.',
  'exchange.expression': 'Dette kan ikke overtas: {why}.',
  'exchange.language': 'Ett språk overtas. Denne teksten utelates.',
  'exchange.option': 'Alternativet {code} utelates: koden er brukt to ganger, tom eller for lang.',
  'exchange.options.none': 'Alternativene er ikke i filen. Feltet blir en tekst.',
  'exchange.name': 'Dette blir {name}: et navn er kort, enkelt og ikke brukt to ganger.',
  'exchange.text': 'Teksten overtas uten formatering og med høyst {max} tegn.',
  'exchange.record-id': 'Deltakerens identifikator kommer i stedet for dette feltet.',
  'exchange.repeat': 'Gjentakelsen utelates. Feltene spørres det om én gang.',
  'exchange.visit': 'Besøket utelates, for formatet har ingen besøk. Last ned studiens definisjoner eller ODM.',
  'exchange.visit.day': 'Filen sier ikke hvilken dag besøket er. Det er ikke planlagt før du gir det en dag.',
  'exchange.visit.none': 'Besøket utelates, for ingen skjematype hører til det. Studiens definisjoner har det med.',
}
