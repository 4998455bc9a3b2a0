import type { Translated } from '../../texts/translated.ts'
import type { dayEn } from './messages.en.ts'

export const dayNb: Translated<typeof dayEn> = {
  heading: 'Dagen',
  headingOf: 'Dagen, {visit}',
  days: 'Dagene i dette besøket',
  activityCount: '{count, plural, one {# aktivitet} other {# aktiviteter}}',
  worn: 'Enheter: {devices}',
  noneWorn: 'Ingen enheter er festet',
  position: { ARM: 'arm', CHEST: 'bryst' },
  formDate: '{form}: {day}',
  otherDay: 'ikke datoen for disse aktivitetene',
  warnings: 'Varsler',
  measures: 'Hva som ble målt',
  nothingMeasured: 'Ingen fil fra denne dagen er målt.',
  wholeRecording: 'av hele opptaket',
  asList: 'Dagen som liste',
  fromTo: '{from} til {to}',
  gap: 'Ingen aktivitet {from} til {to}, {length}',
  timeUnknown: 'tidspunktet for opptaket er ikke kjent',
  length:
    '{hours, plural, =0 {} other {# t }}{minutes, plural, =0 {} other {# min }}{seconds, plural, =0 {} other {# s}}',
  noFile: '{activity} har ingen fil',
  overlaps: '{activity} begynner {length} før {other} er ferdig',
  uploadFailed: '{file} til {activity} ble ikke lastet opp',
  recordedElsewhen: '{file} ble ikke tatt opp under {activity}',
  clockBehind: '{file} passer til {activity} hvis klokken stilles {hours, plural, one {# time} other {# timer}} fram',
  clockAhead: '{file} passer til {activity} hvis klokken stilles {hours, plural, one {# time} other {# timer}} tilbake',
  beginsLate: '{file} begynner {length} etter at {activity} begynte',
  endsEarly: '{file} slutter {length} før {activity} var ferdig',
  elsewhere: 'Opptakeren til {file}, nr. {serialnumber}, tok samtidig opp {activity} for {subject}',
  interrupted: '{file} har avbrudd på til sammen {length} under {activity}',
}
