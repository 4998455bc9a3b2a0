import type { Page } from '@playwright/test'
import type { Caller } from '../../../api.ts'
import { expect, test } from '../../../fixtures.ts'
import { addActivityType, addFormType, addSubjects, newSite, newStudy } from '../../../new-site.ts'

/** How long a walk is, and which: WALK_STEPS=300 WALK_SEED=7. */
const steps = Number(process.env.WALK_STEPS ?? 24)
const seed = Number(process.env.WALK_SEED ?? 1)

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Entry = { kind: string; actor: string; before: string | null; after: string | null }

/** Something that both edit: where, with which fields, and how its editor is opened. */
interface Editable {
  path: string
  fields: { key: string; label: string }[]
  open: (page: Page) => Promise<void>
  save: string
}

/** What was typed: `f1-17` is the 17th text of the walk, for the field f1. */
interface Typed {
  by: string
  isStored: boolean
  /** The screen asked about it, and its answer was to keep it. */
  isKept: boolean
}

async function newWorld(admin: Caller) {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 's0-0')
  const activitytypeid = await addActivityType(admin, studyid, 't0-0')
  expect(activitytypeid).toBeTruthy()
  const fields = ['f1', 'f2', 'f3'].map((name) => ({ name, type: 'String', required: false }))
  const formtypeid = await addFormType(admin, studyid, 'Visit', fields)
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid, formtypeid, fields: fields.map(({ name }) => ({ key: name, value: `${name}-0` })) },
  })
  const own = `/studies/${studyid}/subjects/${subjectid}`
  const editables: Editable[] = [
    {
      path: own,
      fields: fields.map(({ name }) => ({ key: name, label: name })),
      open: (page) => page.getByRole('button', { name: 'Edit Visit' }).click(),
      save: 'Save',
    },
    {
      path: `/studies/${studyid}/activitytypes`,
      fields: [{ key: 't0', label: 'Description' }],
      open: (page) => page.getByRole('button', { name: /^Edit t0-/ }).click(),
      save: 'Update',
    },
    {
      path: `/studies/${studyid}/edit`,
      fields: [{ key: 's0', label: 'Name' }],
      open: async () => undefined,
      save: 'Update',
    },
  ]
  async function history(): Promise<Entry[]> {
    const part = 'kind actor before after'
    const { ofStudy, ofSubject } = await admin<Record<'ofStudy' | 'ofSubject', Entry[]>>(
      `query ($studyid: ID!, $subjectid: ID!) {
        ofStudy: listStudyHistory(studyid: $studyid, limit: 100) { ${part} }
        ofSubject: listHistory(studyid: $studyid, subjectid: $subjectid, limit: 100) { ${part} } }`,
      { studyid, subjectid },
    )
    return [...ofStudy, ...ofSubject]
  }
  return { editables, history }
}

const tokensIn = (json: string | null) =>
  new Map([...(json ?? '').matchAll(/"([fts]\d)-(\d+)"/g)].map(([, key = '', number]) => [key, Number(number)]))

/** What the history says: texts that are not in it though a screen said that they were saved, and texts that were undone. */
function judge(entries: readonly Entry[], typed: ReadonlyMap<number, Typed>) {
  const stored = new Set<number>([0])
  const undone: string[] = []
  for (const { actor, before, after } of entries) {
    const was = tokensIn(before)
    for (const [key, number] of tokensIn(after)) {
      stored.add(number)
      const old = was.get(key)
      if (old === undefined || old === number) continue
      const text = typed.get(number)
      const isKnown = text !== undefined && text.by === actor && (number > old || text.isKept)
      if (!isKnown) undone.push(`${actor} replaced ${key}-${old} by ${key}-${number}`)
    }
  }
  const lost = [...typed].filter(([number, { isStored }]) => isStored && !stored.has(number)).map(([number]) => number)
  return { lost, undone }
}

/** Leaves the editor of one thing for that of another, types, answers questions, and saves, now and then. */
async function walk(people: { page: Page; name: string }[], admin: Caller) {
  const random = randomOf(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const { editables, history } = await newWorld(admin)
  const typed = new Map<number, Typed>()
  const opened = new Map<Page, { at: Editable; texts: Map<string, number> }>()
  let last = 0
  for (let step = 0; step < steps; step += 1) {
    const { page, name } = pick(people)
    let editor = opened.get(page)
    if (!editor) {
      const at = pick(editables)
      await page.goto(at.path)
      await at.open(page)
      editor = { at, texts: new Map() }
      opened.set(page, editor)
    }
    const { at, texts } = editor
    if (random() < 0.6 || texts.size === 0) {
      const { key, label } = pick(at.fields)
      last += 1
      typed.set(last, { by: name, isStored: false, isKept: false })
      await page.getByRole('textbox', { name: label, exact: true }).fill(`${key}-${last}`)
      texts.set(key, last)
      continue
    }
    const save = page.getByRole('button', { name: at.save, exact: true })
    await save.click()
    const question = page.locator('[data-question]').first()
    await expect(async () => {
      if (await question.isVisible()) {
        const isMine = random() < 0.5
        const asked = await question.locator('strong').first().textContent()
        const field = at.fields.find(({ label }) => label === asked)?.key ?? ''
        const number = texts.get(field)
        await question.getByRole('button', { name: isMine ? /^Keep mine/ : /^Take theirs/ }).click({ timeout: 5_000 })
        const text = number === undefined ? undefined : typed.get(number)
        if (text && isMine) text.isKept = true
        if (!isMine) texts.delete(field)
      }
      if (await save.isVisible()) await save.click({ timeout: 5_000 })
      await expect(save).toBeHidden({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    for (const number of texts.values()) {
      const text = typed.get(number)
      if (text) text.isStored = true
    }
    opened.delete(page)
  }
  expect([...typed.values()].filter(({ isStored }) => isStored).length).toBeGreaterThan(steps / 8)
  expect(judge(await history(), typed)).toEqual({ lost: [], undone: [] })
}

test('a random walk of two people over the same records loses nothing and undoes nothing', async ({
  admin,
  openAs,
}) => {
  test.setTimeout(120_000 + steps * 20_000)
  const people = [
    { page: await openAs('coordinator'), name: 'Lars Haugen' },
    { page: await openAs('admin'), name: 'Ingrid Solberg' },
  ]
  await walk(people, admin)
})

test('a random walk of one person in two windows loses nothing and undoes nothing', async ({ admin, openAs }) => {
  test.setTimeout(120_000 + steps * 20_000)
  const page = await openAs('coordinator')
  const people = [page, await page.context().newPage()].map((each) => ({ page: each, name: 'Lars Haugen' }))
  await walk(people, admin)
})
