/** Units that stand beside a number in its cell, as they are spelled. Of one letter, only those that no other cells end with. */
const units =
  /^(%|‰|%\s?r[fh]|°[CF]?|℃|°\/s|deg|deg\/s|dps|rad|rad\/s|m?g|m\/s(\^?2|²)?|km\/h|[mµμu]?V|[mµμu]S|k?Hz|bpm|rpm|mmHg|[hk]?Pa|mbar|bar|lux|lx|[mµμun]?s|Nm|kg|[ckm]m|k?cal|dB|k?ohm|k?Ω|µT|mT)$/i
/** With a space before them, letters are units that otherwise may belong to a name: `3 N`, not `3N`. */
const spacedUnits = /^([NVWAKTJmlL]|min|h)$/
const numberWithUnit = /^([^\p{L}%‰°]*\d[\d.,]*)(\s*)([\p{L}%‰°℃].{0,7})$/u

/** A number and the unit in the same cell, such as `0.1 g` or `95%`; null for anything else. */
export function withoutUnit(text: string): { number: string; unit: string } | null {
  const [, number, space = '', unit = ''] = numberWithUnit.exec(text) ?? []
  if (number === undefined || !(units.test(unit) || (space !== '' && spacedUnits.test(unit)))) return null
  return { number, unit }
}
