const rate = 100
const perPage = 300
const [serial, begin] = ['012967', Date.UTC(2024, 4, 6, 7, 8, 9)]

const header = `Device Identity
Device Unique Serial Code:${serial}
Device Type:GENEActiv
Device Model:1.1

Configuration Info
Measurement Frequency:${rate} Hz
Start Time:2024-05-06 07:08:09:000
Time Zone:GMT +00:00

Calibration Data
x gain:25000
x offset:0
y gain:25000
y offset:0
z gain:25000
z offset:0
Volts:300
Lux:600
`
const hex = (value: number) => (Math.round(value) & 0xfff).toString(16).padStart(3, '0').toUpperCase()

/** The samples of a page: somebody who walks, or rests on one of its sides. */
function samples(kind: number): string {
  const swing = kind % 4 === 0 ? 100 : 0
  const side =
    [
      [0, 0, 250],
      [0, 250, 0],
      [250, 0, 0],
      [150, 0, 200],
    ][Math.floor(kind / 4) % 4] ?? []
  return Array.from({ length: perPage }, (_, i) => {
    const noise = ((i * 7919 + kind) % 3) - 1
    const moved = swing * Math.max(0, Math.sin((2 * Math.PI * i * 1.9) / rate))
    return side.map((value) => hex(value + moved + noise)).join('') + hex(40)
  }).join('')
}

/** A GENEActiv file of so many seconds, in parts. */
export function* geneactivPages(seconds: number): Generator<string> {
  const kinds = Array.from({ length: 16 }, (_, kind) => samples(kind))
  yield header.replaceAll('\n', '\r\n')
  const pages = Math.floor((seconds * rate) / perPage)
  for (let page = 0; page < pages; page++) {
    const time = new Date(begin + page * (perPage / rate) * 1000).toISOString()
    // Each lasts ten minutes.
    const content = kinds[Math.floor(page / 200) % kinds.length] ?? ''
    yield `Recorded Data
Device Unique Serial Code:${serial}
Sequence Number:${page}
Page Time:${time.slice(0, 10)} ${time.slice(11, 19)}:${time.slice(20, 23)}
Unassigned:
Temperature:30.5
Battery voltage:4.1
Device Status:Recording
Measurement Frequency:${rate}.0
${content}
`.replaceAll('\n', '\r\n')
  }
}
