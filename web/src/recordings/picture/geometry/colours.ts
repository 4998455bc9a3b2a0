/** The colours of a lane's channels, in order. Each has a contrast of at least 3:1, and neighbours differ in lightness. */
export const laneColours = {
  light: ['#0b706a', '#b4530a', '#4a4fc0', '#a8326e', '#4d6b12', '#5c4033'],
  dark: ['#4cc3b8', '#f2a65e', '#9aa2ff', '#f08bbd', '#b0cf6a', '#d9b8a6'],
} as const

export const inks = {
  light: { ground: '#ffffff', text: '#16212a', quiet: '#566672', line: '#dfe6ea', hatch: '#c8d2d8' },
  dark: { ground: '#0e161b', text: '#e3eaee', quiet: '#9aa9b3', line: '#26343c', hatch: '#3a4a54' },
} as const

export type Scheme = keyof typeof laneColours

export function colourOf(scheme: Scheme, place: number): string {
  const colours = laneColours[scheme]
  return colours[place % colours.length] ?? colours[0]
}
