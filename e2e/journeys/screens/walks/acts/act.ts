import type { Locator, Page } from '@playwright/test'
import type { DemoPerson } from '../../../../api.ts'

/** Something that is done by a press, and not by saving an editor. */
export interface Act {
  path: string
  /** Under which key the walk reads what is stored of it. */
  key: string
  /** What the table of the walk calls it; without it, its key. */
  kind?: string
  /** Opens the place where it is pressed, if this is stored. */
  open: (page: Page, stored: string) => Promise<void>
  /** What the page shows of what is stored. */
  shown: (page: Page) => Promise<string>
  /** What the page shows if this is stored; without it, the same. */
  seen?: (stored: string) => string
  /** Goes on from what is shown up to the press that does it, with this number in the texts. */
  begin: (page: Page, saw: string, number: number) => Promise<Press>
  /** Adds to what is there, and so undoes nothing whatever the page showed. */
  isAdded?: boolean
  /** Only this person has it. */
  of?: DemoPerson
}

export interface Press {
  /** What is then stored, if this was stored before, and `earlier` before that. */
  made: (was: string, earlier: string) => string
  /** What this does, if the act does several things. */
  verb?: string
  /** The part of what is shown and stored that this is about, if not all of it. */
  about?: (text: string) => string
  /** What going on up to the press has stored already, and the page shows: it is what the person sees at the press. */
  already?: string
  /** Opens again what asks before it is done, if a press elsewhere has closed it. */
  reopen?: () => Promise<void>
  /** Is pressed, again if no answer came. */
  button: Locator
  /** Is there once the page says what somebody else has changed, if not as other pages do. */
  told?: Locator
  /** Is there while the page says that it is on its way: who sees it waits. */
  going?: Locator
  /** Is pressed instead, once the page offers to try it again. */
  again?: Locator
  /** How it is pressed, if not by a click. */
  press?: () => Promise<void>
  /** Is there once the page says that it is stored. */
  done: Locator
}

/** What became of a press. */
export interface Done {
  key: string
  saw: string
  seen?: Act['seen']
  /** Undefined: it was refused, and the page says so. */
  made?: Press['made']
  /** The page said that something had changed, before the person pressed again. */
  isAsked: boolean
  isAdded: boolean
}
