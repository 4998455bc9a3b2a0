const written: Readonly<Record<string, string>> = {
  no_units: '',
  unitless: '',
  'n/a': '',
  'no units': '',
  ohms: 'Ω',
  kohms: 'kΩ',
  c: '°C',
  degc: '°C',
  'deg c': '°C',
  celsius: '°C',
  'degrees celsius': '°C',
  degf: '°F',
  'deg/s': '°/s',
  dps: '°/s',
  'degrees/s': '°/s',
}

/** A unit as people write it; empty for a number without one. Files have `uV`, `m/s^2` or `DegC`, because their formats allow only ASCII. */
export function unitText(unit: string): string {
  const known = unit.toLowerCase()
  if (Object.hasOwn(written, known)) return written[known] ?? unit
  return unit
    .replace(/^[uμ](?=[VTSAgm]($|[^a-z]))/, 'µ')
    .replace(/(?:\^|\*\*)2\b/, '²')
    .replace(/^m\/\(s²\)$/, 'm/s²')
}
