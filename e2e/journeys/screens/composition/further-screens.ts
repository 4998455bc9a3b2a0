import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { DemoPerson } from '../../../api.ts'
import { closeButton } from '../../../closing.ts'
import type { Screen } from './every-screen.ts'

/** The screens of those who are not signed in or may not be, of other roles, and without a site. */
export const screensOfOthers: readonly (Screen & { as?: DemoPerson })[] = [
  { name: 'guest', path: '/' },
  { name: 'sign-in', path: '/signIn' },
  { name: 'signed out', path: '/signOut' },
  { name: 'return to the app', path: '/redirect' },
  {
    name: 'sign-in that fails',
    path: '/',
    act: async (page) => {
      await page.route('**/auth/session', (route) => route.fulfill({ status: 503 }))
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByText('Sign In Error').waitFor()
      await page.unroute('**/auth/session')
    },
  },
  { name: 'people of the demo provider', path: '/auth/sign-in' },
  { name: 'authentication error', as: 'newcomer', path: '/studies' },
  { name: 'authentication issue', as: 'newcomer', path: '/signIn' },
  { name: 'another role', as: 'nurse', path: '/removed' },
  { name: 'studies without a site', as: 'coordinator', path: '/studies' },
  { name: 'devices without a site', as: 'admin', path: '/devices' },
  { name: 'profile of a patient', as: 'patient', path: '/' },
]

/** What opens over the screens: of a study, and of a subject in it that can be closed. Nothing beside it takes a press. */
export function overlays(study: string, subject: string): Screen[] {
  const history: Screen['act'] = (page) => page.getByRole('button', { name: 'History' }).first().click()
  return [
    { name: 'history of a subject', path: subject, act: history },
    { name: 'question before closing', path: subject, act: (page) => closeButton(page).click() },
    { name: 'history of a study', path: study, act: history },
    { name: 'jump field', path: study, act: (page) => page.keyboard.press('ControlOrMeta+K') },
    { name: 'keys', path: study, act: (page) => page.keyboard.press('?') },
  ]
}

/** The addresses of the app's screens with their parameters, without those that only lead to another screen. */
export async function listAddresses(): Promise<string[]> {
  const source = await readFile(new URL('../../../../web/src/app/screens.tsx', import.meta.url), 'utf8')
  const [ofStudy = '', ofApp = ''] = source.split('export const screens:')
  const listed = (text: string) =>
    [...text.matchAll(/\bpath: '([^']+)',((?:(?!\bpath:)[\s\S])*)/g)]
      .filter(([, , rest]) => !rest?.includes('<Navigate'))
      .map(([, path]) => path)
  return [...listed(ofStudy).map((path) => `/studies/:studyid/${path}`), ...listed(ofApp).map((path) => `/${path}`)]
}

/** Whether a path is one of an address with parameters. */
export function isAt(address: string, path: string): boolean {
  const pattern = address.replace(/:\w+/g, '[^/]+').replace(/\/\*$/, '(/.*)?')
  return new RegExp(`^${pattern}$`).test(path)
}

/** What is wrong with the headings and stays so: a page that leads to another is blank for a moment. */
export async function lastingHeadingFaults(page: Page): Promise<string[]> {
  const found = await page.evaluate(headingFaults)
  if (found.length === 0) return found
  await page.waitForTimeout(1_000)
  return page.evaluate(headingFaults)
}

/** Run in the page: its headings, or those of the dialog over it, if one level is left out or the page has no title of its own. */
function headingFaults(): string[] {
  const dialog = document.querySelector('dialog:modal')
  const all = [...(dialog ?? document).querySelectorAll('h1, h2, h3, h4, h5, h6')]
  const shown = all.filter((heading) => heading.checkVisibility())
  const levels = shown.map(({ tagName }) => Number(tagName[1]))
  const isOrdered = levels.every((level, place) => level <= (levels[place - 1] ?? (dialog ? 1 : 0)) + 1)
  if (isOrdered && (dialog || levels.filter((level) => level === 1).length === 1)) return []
  return [`headings: ${shown.map(({ tagName, textContent }) => `${tagName} ${textContent}`).join(', ')}`]
}
