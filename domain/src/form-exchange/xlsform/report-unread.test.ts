import { expect, test } from 'vitest'
import { readXlsform } from './read-xlsform.ts'

function sheet(name: string, ...rows: string[][]) {
  return { name, rows: rows.map((cells, place) => ({ row: place + 1, cells })) }
}

const field = (name: string) => `$${`{${name}}`}`

test('whatever an XLSForm says that is not carried over is listed with its sheet and row', () => {
  const { forms, leftOut } = readXlsform(
    [
      sheet(
        'survey',
        ['type', 'name', 'label', 'hint', 'required', 'constraint', 'constraint_message', '', 'note to self'],
        ['begin group', 'body', 'Body', 'Undressed', 'yes'],
        ['begin repeat', 'person', 'Person'],
        ['select_one sexes', 'sex', 'Sex', `As said by ${field('who')}`, '', '', '', 'stray', 'ask twice'],
        ['text', 'who', `Who is ${field('sex')}?`, '', '', `${field('sex')} != 'x'`, `Not ${field('sex')}`],
        ['', 'lost', 'A row without a type'],
        ['end repeat'],
        ['end group'],
      ),
      sheet(
        'choices',
        ['list_name', 'name', 'label', 'filter'],
        ['sexes', 'f', 'Female', 'a'],
        ['towns', 't', 'Tromsø'],
        ['', 'x', 'No list'],
      ),
      sheet('settings', ['form_title', 'form_id', 'version'], ['Household', 'hh_3', '2026'], ['Another']),
    ],
    'household.xlsx',
  )
  expect(forms[0]?.fields.map(({ name }) => name)).toEqual(['sex', 'who'])
  const said = leftOut.map(({ sheet: own, row, field: name, text, why: { reason, params } }) => {
    return `${own} ${row} ${name ?? ''}: ${text} | ${reason.replace('exchange.', '')} ${params?.part ?? ''}`.trim()
  })
  expect(said).toEqual([
    'settings 2 : 2026 | part version',
    'settings 3 : Another | nameless',
    'choices 2 f: a | part filter',
    'survey 4 : stray | nameless',
    'choices 4 x: No list | nameless',
    'survey 2 body: Undressed | part hint',
    'survey 2 body: yes | part required',
    'survey 3 person: begin repeat | repeat',
    'survey 4 sex: ask twice | part note to self',
    `survey 4 sex: As said by ${field('who')} | piping hint`,
    `survey 5 who: Who is ${field('sex')}? | piping label`,
    `survey 5 who: Not ${field('sex')} | piping constraint_message`,
    'survey 6 lost: A row without a type | nameless',
    'choices 3 : towns | unused',
    'settings 2 : hh_3 | part form_id',
  ])
})
