/** A browser as a person uses it: the operations that both Firefox and WebKit must support. */
export interface Driver {
  open(address: string): Promise<void>
  /** Runs a function in the page, given as text, with JSON arguments. */
  evaluate<Answer>(script: string, ...args: unknown[]): Promise<Answer>
  /** The element that the script finds, or undefined. */
  find(script: string, ...args: unknown[]): Promise<Element | undefined>
  /** Presses one key: 'Enter', 'Escape', 'Tab', or a letter. */
  press(key: string): Promise<void>
  /** A screenshot of the window as PNG. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export interface Element {
  click(): Promise<void>
  /** Replaces the contents by typing. */
  fill(text: string): Promise<void>
  /** Selects an option of a select by its text. */
  choose(option: string): Promise<void>
  /** Selects a file in a file input. */
  upload(path: string): Promise<void>
}

export interface Size {
  width: number
  height: number
}

/** Starts browsers of one kind, each with its own cookies. */
export interface Maker {
  open(size: Size): Promise<Driver>
  /** The text of the last printed page. Absent if the browser can't print without a dialog. */
  printed?(): Promise<string>
  close(): Promise<void>
}
