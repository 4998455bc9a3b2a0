import type { Page } from '@playwright/test'
import type { DemoPerson } from '../../../../api.ts'
import type { Act } from './act.ts'
import { goTo } from './going.ts'
import { joined, namesOf, withOne, without } from './names.ts'

/** A session of somebody that begins elsewhere, and is ended here. */
export interface Elsewhere {
  /** Signs in there. */
  signIn: () => Promise<void>
  /** Whether that session is in force. */
  isIn: () => Promise<boolean>
}

const ask = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true })

/** All sessions of another person are ended. */
export function endedSessions(name: string, key: string, { signIn, isIn }: Elsewhere): Act {
  return {
    path: '/users',
    key,
    kind: 'sessions of a person',
    open: (page) => page.getByRole('button', { name, exact: true }).waitFor(),
    shown: async () => ((await isIn()) ? 'in' : 'out'),
    async begin(page) {
      await signIn()
      // Who signs in somewhere is not told to who looks at the list.
      await goTo(page, '/users')
      await page.getByRole('button', { name, exact: true }).click()
      const end = page.getByRole('button', { name: 'End all sessions', exact: true })
      await end.click()
      return {
        already: 'in',
        made: () => 'out',
        reopen: () => end.click(),
        button: ask(page, 'End all sessions'),
        done: page.getByText(/^No open sessions/),
      }
    },
  }
}

/** A person ends a session of their own that is in another browser. */
export function endedOwnSession(of: DemoPerson, device: string, key: string, { signIn, isIn }: Elsewhere): Act {
  return {
    path: '/profile',
    key,
    kind: 'session of one’s own',
    of,
    open: (page) => page.getByRole('heading', { name: 'Where you are signed in' }).waitFor(),
    shown: async () => ((await isIn()) ? 'in' : 'out'),
    async begin(page) {
      await signIn()
      await goTo(page, '/profile')
      const end = page.getByRole('button', { name: `Sign out of ${device}`, exact: true })
      await end.first().click()
      return {
        already: 'in',
        made: () => 'out',
        reopen: () => end.first().click(),
        button: ask(page, 'Sign out'),
        done: page.getByRole('main').filter({ hasNot: end }),
      }
    },
  }
}

/** A person makes access tokens, and revokes them. */
export function ownTokens(of: DemoPerson): Act {
  const list = (page: Page) => page.getByRole('list', { name: 'Access tokens' })
  const names = async (page: Page) => (await list(page).allTextContents()).join(' ').match(/T-\d+/g) ?? []
  return {
    path: '/profile',
    key: `tokens ${of}`,
    kind: 'tokens',
    of,
    isAdded: true,
    open: (page) => list(page).or(page.getByText('No access tokens yet.')).first().waitFor(),
    shown: async (page) => joined(await names(page)),
    async begin(page, saw, number) {
      const [first] = namesOf(saw)
      if (first !== undefined && number % 2 === 0) {
        const revoke = page.getByRole('button', { name: `Revoke ${first}`, exact: true })
        await revoke.click()
        return {
          verb: 'revoke',
          made: without(first),
          button: ask(page, 'Revoke'),
          done: page.getByRole('main').filter({ hasNot: revoke }),
        }
      }
      await page.getByRole('button', { name: 'New token', exact: true }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`T-${number}`)
      return {
        verb: 'add',
        made: withOne(`T-${number}`),
        button: page.getByRole('button', { name: 'Add token', exact: true }),
        done: page.getByText('Copy the token now. It is shown only once.'),
      }
    },
  }
}

/** A person verifies their e-mail address by the code that was sent to it, or changes it. */
export function ownEmail(of: DemoPerson): Act {
  const card = (page: Page) => page.getByRole('region', { name: 'Email verification' })
  const address = (page: Page) => page.getByRole('textbox', { name: 'Email address', exact: true }).first()
  return {
    path: '/profile',
    key: `email ${of}`,
    kind: 'e-mail',
    of,
    open: (page) => address(page).waitFor(),
    shown: async (page) =>
      `${await address(page).inputValue()} ${(await card(page).isVisible()) ? 'open' : 'verified'}`,
    async begin(page, saw, number) {
      const [email = '', state] = saw.split(' ')
      if (state === 'verified' || number % 3 === 0) {
        const changed = `e-${number}@casebook.example`
        await address(page).fill(changed)
        return {
          verb: 'change',
          made: () => `${changed} open`,
          button: page.getByRole('button', { name: 'Update', exact: true }),
          done: card(page)
            .getByRole('textbox', { name: 'Email address' })
            .and(page.locator(`[value="${changed}"]`)),
        }
      }
      const mailbox = await page.context().newPage()
      await mailbox.goto('/dev/mail')
      const sent = mailbox.getByRole('article').filter({ hasText: email }).first().locator('pre')
      const code = /\b\d{6,8}\b/.exec((await sent.textContent()) ?? '')?.[0] ?? ''
      await mailbox.close()
      await card(page).getByLabel('Verification code').fill(code)
      return {
        verb: 'verify',
        made: (was) => was.replace(/ open$/, ' verified'),
        button: card(page).getByRole('button', { name: 'Submit', exact: true }),
        done: page.getByRole('main').filter({ hasNot: card(page) }),
      }
    },
  }
}
