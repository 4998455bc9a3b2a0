/** The result of an event: the next state, and the commands to run, in order. */
export type Step<State, Event, Command> = (
  state: State,
  event: Event,
) => readonly [next: State, commands: readonly Command[]]

/**
 * Runs a pure step function: keeps the state and executes the commands. An event raised by a command is handled after
 * that command's siblings, so that `run` always receives the commands of one step together.
 */
export function startMachine<State, Event, Command>(
  step: Step<State, Event, Command>,
  initial: State,
  run: (command: Command) => void,
) {
  let state = initial
  const waiting: Event[] = []
  let isRunning = false
  const listeners = new Set<() => void>()

  function dispatch(event: Event): void {
    waiting.push(event)
    if (isRunning) return
    isRunning = true
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const before = state
        const [after, commands] = step(before, next)
        state = after
        for (const command of commands) run(command)
        if (after !== before) for (const listener of listeners) listener()
      }
    } finally {
      isRunning = false
    }
  }

  return {
    dispatch,
    current: () => state,
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
