/** Why an export failed: the sentences that are recorded and returned. The web app translates them by their keys. */
export const exportFailures = {
  store: 'The file store did not answer.',
  room: 'There is no room for it. Ask the people who run the server to make room.',
  server: 'Something went wrong on the server. Its log says what.',
  attempts: 'It was interrupted again and again.',
  lost: 'It was interrupted and could not go on.',
  identifies:
    'Something that identifies people was found in it, and it was thrown away. The log of the server says in which file.',
  command: 'The command was stopped or failed.',
} as const

/** The key of a recorded sentence; undefined for one that another release has recorded. */
export function exportFailureOf(sentence: string): keyof typeof exportFailures | undefined {
  return keys.find((key) => exportFailures[key] === sentence)
}

const keys = ['store', 'room', 'server', 'attempts', 'lost', 'identifies', 'command'] as const
