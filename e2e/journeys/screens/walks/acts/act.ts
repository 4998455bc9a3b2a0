import type { Locator, Page } from '@playwright/test'
import type { DemoPerson } from '../../../../api.ts'

/** Something that is done by a press, and not by saving an editor. */
export interface Act {
  path: string
  /** Under which key the walk reads what is stored of it. */
  key: string
  /** Opens the place where it is pressed. */
  open: (page: Page) => Promise<void>
  /** What the page shows of what is stored. */
  shown: (page: Page) => Promise<string>
  /** Goes on from what is shown up to the press that does it, with this number in the texts. */
  begin: (page: Page, saw: string, number: number) => Promise<Press>
  /** Adds to what is there, and so undoes nothing whatever the page showed. */
  isAdded?: boolean
  /** Only this person has it. */
  of?: DemoPerson
}

export interface Press {
  /** What is then stored, if this was stored before. */
  made: (was: string) => string
  /** Is pressed, again if no answer came. */
  button: Locator
  /** How it is pressed, if not by a click. */
  press?: () => Promise<void>
  /** Is there once the page says that it is stored. */
  done: Locator
}

/** What became of a press. */
export interface Done {
  key: string
  saw: string
  /** Undefined: it was refused, and the page says so. */
  made?: Press['made']
  /** The page said that something had changed, before the person pressed again. */
  isAsked: boolean
  isAdded: boolean
}
