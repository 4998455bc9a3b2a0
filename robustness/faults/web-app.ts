import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, expect, type Page } from '@playwright/test'
import { findBrowser } from '../../e2e/browser.ts'
import { check } from '../checks.ts'
import { type Deployment, deploy, emptyDataDir } from '../deployment.ts'
import { type Person, signIn } from '../person.ts'
import { postgresPids, postmasterPid, signalAll } from './processes.ts'
import { addPlace, type Place } from './setting.ts'

const slowly = { timeout: 60_000 }

/**
 * The web app in a real browser while server and database are killed, frozen and unreachable: no typed text is lost,
 * and lists recover by themselves.
 */
export async function watchWebApp(): Promise<void> {
  if (!existsSync(new URL('../../web/dist/index.html', import.meta.url))) {
    throw new Error('The web app is not built: npm start and npm test build it.')
  }
  const { dataDir, remove } = await emptyDataDir()
  let server: Deployment = await deploy({ dataDir })
  const port = Number(new URL(server.origin).port)
  const browser = await chromium.launch(await findBrowser())
  try {
    const admin = await signIn(server.origin, 'admin')
    const place = await addPlace(admin, 3)
    const context = await browser.newContext({ baseURL: server.origin })
    const form = await context.newPage()
    const list = await context.newPage()
    const study = `/studies/${place.studyid}`
    await openAs(form, `${study}/subjects/${place.subjectids[0]}/formtypes/${place.formtypeid}`)
    await list.goto(`${study}/subjects`)
    await expect(list.getByText('S-0')).toBeVisible(slowly)

    const restart = async () => {
      server = await deploy({ dataDir, port })
    }
    const faults: [name: string, begin: () => Promise<void>, end: () => Promise<void>][] = [
      ['the server killed', () => server.kill(), restart],
      [
        'PostgreSQL killed',
        async () => signalAll([(await postmasterPid(dataDir)) ?? 0].filter(Boolean), 'SIGKILL'),
        () => wait(500),
      ],
      [
        'the database frozen for 10 s',
        async () => signalAll(await postgresPids(dataDir), 'SIGSTOP'),
        async () => {
          await wait(10_000)
          signalAll(await postgresPids(dataDir), 'SIGCONT')
        },
      ],
      ['the network gone', () => context.setOffline(true), () => context.setOffline(false)],
    ]
    for (const [at, [name, begin, end]] of faults.entries()) {
      await check(`${name} while a form is saved: what was typed is kept and saved`, async () => {
        const typed = `typed as ${name}`
        await form.getByLabel('Remarks').fill(typed)
        await begin()
        await form.getByRole('button', { name: 'Save', exact: true }).click()
        await wait(1_000)
        await end()
        return saveAtLast(form, admin, place, typed)
      })
      await check(`${name}: an open list is right again by itself`, async () => {
        const identifier = `After-${at}`
        await addSubject(admin, place, identifier)
        const began = Date.now()
        await expect(list.getByText(identifier)).toBeVisible(slowly)
        return `${((Date.now() - began) / 1000).toFixed(1)} s after the change`
      })
      await form.goto(`${study}/subjects/${place.subjectids[0]}/formtypes/${place.formtypeid}`)
    }
  } finally {
    await browser.close()
    await server.stop()
    await remove()
  }
}

async function openAs(page: Page, path: string) {
  await page.goto(`/auth/sign-in?${new URLSearchParams({ login_hint: 'admin', returnTo: path })}`)
  await page.waitForURL((url) => url.pathname === path)
}

/** Either the save succeeds by itself, or the text is still there and the person can save again. */
async function saveAtLast(form: Page, admin: Person, place: Place, typed: string): Promise<string> {
  for (let attempt = 0; attempt < 60; attempt++) {
    if ((await readRemarks(admin, place)) === typed)
      return attempt === 0 ? 'saved at once' : `saved, ${attempt} s after`
    const field = form.getByLabel('Remarks')
    if (await field.isVisible()) {
      const value = await field.inputValue()
      if (value !== typed) throw new Error(`what was typed is gone; the field holds "${value}"`)
      const save = form.getByRole('button', { name: 'Save', exact: true })
      if (attempt > 25 && (await save.isEnabled())) await save.click()
    }
    await wait(1_000)
  }
  throw new Error('it was never saved')
}

async function readRemarks({ ask }: Person, { subjectids, formtypeid }: Place): Promise<string | undefined> {
  const data = await ask(
    'query ($subjectid: ID!, $formtypeid: ID!) { getForm(subjectid: $subjectid, formtypeid: $formtypeid) { fields { key value } } }',
    { subjectid: subjectids[0], formtypeid },
  )
  return /"value":"([^"]*)"/.exec(JSON.stringify(data))?.[1]
}

async function addSubject({ ask }: Person, { siteid, studyid }: Place, identifier: string) {
  await ask('mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }', {
    input: { siteid, studyid, identifier },
  })
}
