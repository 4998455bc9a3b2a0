import { expect, test } from 'vitest'
import { readXlsform } from './read-xlsform.ts'

const columns = ['type', 'name', 'label', 'constraint', 'relevant']

function read(rows: string[][], head: string[] = columns, choices: string[][] = []) {
  const sheet = (name: string, all: string[][]) => ({ name, rows: all.map((cells, at) => ({ row: at + 1, cells })) })
  const sheets = [sheet('survey', [head, ...rows]), sheet('choices', [['list_name', 'name', 'label'], ...choices])]
  const { forms, leftOut } = readXlsform(sheets, 'a.xlsx')
  return { fields: forms[0]?.fields ?? [], leftOut }
}

test('a long text ends before a character that it would cut', () => {
  const { fields } = read([
    ['text', `${'n'.repeat(99)}\u{1f600}`, `${'x'.repeat(499)}\u{1f600}\u{1f600}`],
    ['text', `\u202ename`, 'x'],
  ])
  expect(fields.map(({ name }) => name)).toEqual(['n'.repeat(99), 'name'])
  expect(fields[0]?.label).toBe('x'.repeat(499))
})

test('the names of what every object has are like other names', () => {
  const { fields, leftOut } = read(
    [['note', 'a', '<b>&constructor;&amp;</b>', '', '', 'x', 'y']],
    [...columns, 'constructor', '__proto__'],
  )
  expect(fields[0]?.label).toBe('&constructor;&')
  expect(leftOut.map(({ why }) => why.params)).toEqual([{ part: 'constructor' }, { part: '__proto__' }, { max: 500 }])
})

test('whatever the rules refuse is left out alone, however often', () => {
  const rows = Array.from({ length: 150 }, (_, at) => ['text', `a${at}`, 'A', "regex(., '(?=a)')"])
  const { fields, leftOut } = read(rows)
  expect(fields).toHaveLength(150)
  expect(leftOut.map(({ text }) => text)).toEqual(rows.map(() => '(?=a)'))
  const chosen = read([['select_one l', 'a', 'A']], columns, [
    ['l', 'good', 'Good'],
    ['l', 'b\u202ead', 'Bad'],
    ['l', 'c'.repeat(101), 'Long'],
  ])
  expect(chosen.fields[0]?.options).toEqual([{ code: 'good', label: 'Good' }])
  expect(chosen.leftOut.map(({ why }) => why.reason)).toEqual(['exchange.option', 'exchange.option'])
})

test('texts of a million brackets or blanks are read at once', () => {
  for (const text of ['<a', '${a', ' |', ': ']) {
    const many = text.repeat(500_000)
    read([['text', 'a', `<b>${many}`]], [...columns, many])
  }
})
