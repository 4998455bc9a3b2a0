import type { Annotation } from '../recording.ts'

/** `stages`: of sleep, deeper ones lower. `states`: of a column. `events` last; `marks` do not. */
export type TrackKind = 'stages' | 'states' | 'events' | 'marks'

/** Something that lasts, in seconds since the start, with the index of its text in the legend. */
export type Item = { readonly from: number; readonly to: number; readonly text: number }

/** Annotations of one kind, each in a lane of its own. */
export type Track = {
  readonly kind: TrackKind
  /** The column that the states are from. */
  readonly source: string | null
  /** The texts: of stages from awake to deep, of others the most frequent first. */
  readonly legend: readonly string[]
  /** In chronological order. Equal ones that touch are one. */
  readonly items: readonly Item[]
}

const stage = /^(?:sleep[ _:-]*)?(?:stage[ _:-]*)?(w|wake|n1|n2|n3|n4|rem|r|[1-4]|mt|\?)$/i
/** From awake to deep; what is not scored, last. */
const depths = ['w', 'wake', 'r', 'rem', '1', 'n1', '2', 'n2', '3', 'n3', '4', 'n4', 'mt', '?']

/** Of what annotations tell, a track each: stages of sleep, each column of states, events and marks. */
export function tracksOf(annotations: readonly Annotation[]): Track[] {
  const groups = new Map<string, { kind: TrackKind; source: string | null; annotations: Annotation[] }>()
  for (const annotation of annotations) {
    const kind = kindOf(annotation)
    const source = kind === 'states' ? (annotation.source ?? null) : null
    const key = JSON.stringify([kind, source])
    const group = groups.get(key) ?? { kind, source, annotations: [] }
    group.annotations.push(annotation)
    groups.set(key, group)
  }
  const order: readonly TrackKind[] = ['stages', 'states', 'events', 'marks']
  return [...groups.values()]
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(({ kind, source, annotations: own }) => {
      const legend = legendOf(kind, own)
      return { kind, source, legend, items: itemsOf(own, legend, kind !== 'marks') }
    })
}

function kindOf({ text, duration, source }: Annotation): TrackKind {
  if (!duration) return 'marks'
  if (stage.test(text.trim())) return 'stages'
  return source === undefined ? 'events' : 'states'
}

function legendOf(kind: TrackKind, annotations: readonly Annotation[]): string[] {
  const counts = new Map<string, number>()
  for (const { text } of annotations) counts.set(text, (counts.get(text) ?? 0) + 1)
  const texts = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([text]) => text)
  return kind === 'stages' ? texts.toSorted((a, b) => depthOf(a) - depthOf(b)) : texts
}

function depthOf(text: string): number {
  return depths.indexOf(stageOf(text).toLowerCase())
}

/** The stage alone, such as `N2` of `Sleep stage N2`. Any other text is as it is. */
export function stageOf(text: string): string {
  return stage.exec(text.trim())?.[1] ?? text
}

/** Seconds between two equal ones that are told as one. */
const touching = 1e-3

function itemsOf(annotations: readonly Annotation[], legend: readonly string[], isJoined: boolean): Item[] {
  const places = new Map(legend.map((text, index) => [text, index]))
  const items: Item[] = []
  for (const { at, duration, text } of annotations.toSorted((a, b) => a.at - b.at)) {
    const item = { from: at, to: at + (duration ?? 0), text: places.get(text) ?? 0 }
    const before = items.at(-1)
    if (isJoined && before && before.text === item.text && Math.abs(item.from - before.to) <= touching)
      items[items.length - 1] = { ...before, to: item.to }
    else items.push(item)
  }
  return items
}
