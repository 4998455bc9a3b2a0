import { problem } from '@casebook/domain/shared/problems.ts'
import type { Planned } from '../../machine/entry.ts'
import { draw } from '../../test/screen.tsx'
import { PastedForm, usePastedList } from '../PastedForm.tsx'

export const record = 'new-sites/s'

/** Names have no question mark. */
export const whyNot = (name: string) =>
  name.includes('?') ? problem('text.control-characters', { field: 'name' }) : undefined

export const addNames = (names: string[], _text: string): Planned<string> => ({
  mutation: { query: 'add', variables: { names } },
})

type Settings = Partial<Parameters<typeof PastedForm<string>>[0]> & { add?: typeof addNames }

/** A form that adds sites by their names. */
export function Sites({ add = addNames, ...settings }: Settings) {
  const editor = usePastedList(record, whyNot, add)
  return (
    <PastedForm
      editor={editor}
      existing={[]}
      whyNot={whyNot}
      label="Sites"
      nameLabel="Site"
      saveText={(count) => `Add ${count}`}
      busyLabel="Adding"
      onClose={() => undefined}
      {...settings}
    />
  )
}

/** Draws the form. `more`: texts in another language. */
export async function drawSites(settings: Settings = {}, more: object = {}) {
  // A document without a screen loads no fonts, after which the field would measure its lines again.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  const screen = await draw(<Sites {...settings} />, { app: {}, ...more })
  const area = () => screen.find('textarea') as HTMLTextAreaElement
  return {
    ...screen,
    area,
    /** Replaces the whole list, as a paste into the empty field does. */
    paste: (text: string) =>
      screen.doing(() => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area(), text)
        area().dispatchEvent(new Event('input', { bubbles: true }))
      }),
    sum: () => screen.find('[role="status"]').textContent,
    /** What is said of each line. */
    lines: () =>
      [...screen.place.querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('td')].map(({ textContent }) => textContent).join(': '),
      ),
    /** Presses a key in the list. Returns whether the browser's own answer to it was prevented. */
    async key(key: string, more: KeyboardEventInit = {}) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
      await screen.doing(() => area().dispatchEvent(event))
      return event.defaultPrevented
    },
    /** Submits the form, as its button does. */
    async submit() {
      const event = new Event('submit', { bubbles: true, cancelable: true })
      await screen.doing(() => screen.find('form').dispatchEvent(event))
      return event.defaultPrevented
    },
  }
}
