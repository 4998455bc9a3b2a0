import type { Translated } from '../texts/translated.ts'
import type { labelsEn } from './messages.en.ts'

export const labelsNb: Translated<typeof labelsEn> = {
  heading: 'Etiketter',
  purpose:
    'Hver etikett har identifikatoren i klartekst og en QR-kode som åpner deltakeren i Casebook, etter innlogging.',
  sheet: 'Etiketter',
  sheets: '{width, number} × {height, number} mm, {count, number} på et A4-ark',
  roll: '{width, number} × {height, number} mm, på rull',
  copies: 'Eksemplarer av hver',
  first: 'Første ledige etikett på arket',
  print: 'Skriv ut etiketter',
  sum: '{subjects, plural, one {# deltaker} other {# deltakere}}, {labels, plural, one {# etikett} other {# etiketter}}, {sheets, plural, one {# side} other {# sider}}',
  tooMany: 'Høyst {max, number} etiketter om gangen. Velg færre deltakere i listen.',
  all: 'Etiketter for alle deltakerne',
  none: 'Det er ingen deltaker å skrive ut en etikett for.',
  scale: 'Velg 100 % (faktisk størrelse) og ingen marger i utskriftsvinduet.',
  page: 'Side {page, number}',
  code: 'QR-kode som åpner {name}',
}
