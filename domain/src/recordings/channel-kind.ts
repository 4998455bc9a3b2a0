import type { ChannelKind } from './recording.ts'

/** Tried in order on the unit, in lower case and without spaces. */
const units: readonly (readonly [RegExp, ChannelKind])[] = [
  [/^(m?g|1\/64g|m\/s(\^|\*\*)?2|m\/\(s\^2\)|m\/s²|m\.s-2|ms-2|m\*s-2)$/, 'acceleration'],
  [/^(deg\/s|°\/s|dps|rad\/s|degrees\/s|deg\/sec)$/, 'rotation'],
  [/^([uµμmn]?t|m?gauss|m?ga)$/, 'magnetic'],
  [/^(°c|degc|deg_?c|(degrees)?celsius|°f|degf)$/, 'temperature'],
  [/^(bpm|beats\/min|1\/min)$/, 'heart-rate'],
  [/^(lux|lx)$/, 'light'],
  [/^([uµμ]s(iemens)?)$/, 'eda'],
  [/^(k?n|newton)$/, 'force'],
  [/^[km]?(ohms?|ω)$/, 'other'],
  [/^([hk]?pa|mbar|mmhg|cmh2o)$/, 'pressure'],
]

/** The leads of an ECG, as WFDB's files name them: names of others, too, but for what is in these units. */
const lead = /^((ml)?i{1,3}|m?v[1-6]|av[rlf]|mcl[1-6])$/
const unitOfLead = /^(mv|[uµμ]v)$/

/** Tried in order on the name, in lower case. */
const names: readonly (readonly [RegExp, ChannelKind])[] = [
  [/batt/, 'battery'],
  [/(^|[^a-z])(ecg|ekg)|^(ecg|ekg)/, 'ecg'],
  [/emg/, 'emg'],
  [/eog|^[lr]oc([^a-z]|$)/, 'eog'],
  [/(^|[^a-z])(delta|theta|alpha|beta|gamma|raw)[ _-]?(tp|af|fp|[fcpot])\d/, 'eeg'],
  [
    /eeg|^(fp[12z]|af[3478z]|f[1-8z]|fc[1-6z]|c[1-6z]|t[3-8]|cp[1-6z]|p([1-9z]|10)|po[3478z]|o[12z]|iz|(ft|tp)([789]|10)|t(9|10))([^a-z0-9]|$)/,
    'eeg',
  ],
  [/ppg|bvp|pleth/, 'ppg'],
  [/(^|[^a-z])(ibi|rri?)([^a-z]|$)|(beat|rr).?interval/, 'beat-interval'],
  [/heart.?rate|(^|[^a-z])(hr|puls)([^a-z]|$)|pulse.?rate|^bpm$/, 'heart-rate'],
  [/(^|[^a-z])(eda|gsr(?![_ ]?range))|skin.?conduct|electroderm/, 'eda'],
  [/acc(el|[^a-z]|$|[xyz])|^a[_.]?[xyz]$|^axis ?[123]$|^(vm|enmo)$|vector.?magnitude/, 'acceleration'],
  [/gyr|angular.?vel|^g[_.]?[xyz]$|(^|[^a-z])rot/, 'rotation'],
  [/magn(?!itude)|(^|[^a-z])mag([^a-z]|$|[xyz])|^m[_.]?[xyz]$/, 'magnetic'],
  [/quat|euler|(^|[^a-z])(roll|pitch|yaw)|orient|^mat\[/, 'orientation'],
  [/s[pa]o2|saturation|oximet/, 'saturation'],
  [
    /resp([^o]|$)|respir|breath|air.?flow|(^|[^a-z])(flow|tho|thor(ax|acic)?|abd|abdo(men|minal)?)([^a-z]|$)/,
    'respiration',
  ],
  [/temp/, 'temperature'],
  [/press|baro/, 'pressure'],
  [/light|lumi[eè]re|(^|[^a-z])(lux|licht|lys)([^a-z]|$)/, 'light'],
  [/force|(^|[^a-z])grf/, 'force'],
  [/(^|[^a-z])(pos|position|lat|lon|latitude|longitude)([^a-z]|$)|pos[xyz]$|marker.*[^a-z][xyz]$/, 'position'],
]

/**
 * What a channel measures, inferred from its unit, its name, and its sensor. A specific unit takes precedence over the
 * names.
 */
export function kindOfChannel(name: string, unit: string | null, sensor = ''): ChannelKind {
  const spelled = unit?.toLowerCase().replaceAll(/\s/g, '') ?? ''
  if (unitOfLead.test(spelled) && lead.test(name.trim().toLowerCase())) return 'ecg'
  const byUnit = unit === null ? undefined : find(units, spelled)
  return byUnit ?? find(names, name.toLowerCase()) ?? find(names, sensor.toLowerCase()) ?? 'other'
}

/** How active somebody was, as programs name the classes: `light` among them is light activity. */
const activityClass = /(^|[^a-z])(sedentary|moderate|vigorous|mvpa|sleep|inactive|walking)([^a-z]|$)/
/** Units of how long or how much of the time something was, and none of light. */
const unitOfTime = /^(%|percent|proportion|share|s|secs?|seconds?|min|mins|minutes?|h|hours?)$/

/** The kinds of channels that are recorded together: a `light` beside `sedentary` and `moderate` is not measured in lux. */
export function kindsTogether<Each extends { name: string; unit: string | null; kind: ChannelKind }>(
  channels: readonly Each[],
): Each[] {
  const classes = channels.filter(({ name }) => activityClass.test(name.toLowerCase())).length
  return channels.map((channel) => {
    const spelled = channel.unit?.toLowerCase().trim() ?? ''
    const isClass = (classes >= 2 && spelled === '') || unitOfTime.test(spelled)
    return channel.kind === 'light' && isClass ? { ...channel, kind: 'other' } : channel
  })
}

function find(table: readonly (readonly [RegExp, ChannelKind])[], text: string): ChannelKind | undefined {
  return table.find(([pattern]) => pattern.test(text.slice(0, 200)))?.[1]
}
