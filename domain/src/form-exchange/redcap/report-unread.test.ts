import { expect, test } from 'vitest'
import { readRedcap } from './read-redcap.ts'

const head =
  'field_name,form_name,section_header,field_type,field_label,select_choices_or_calculations,field_note,' +
  'text_validation_type_or_show_slider_number,text_validation_min,text_validation_max,matrix_group_name,field_annotation,Owner,'
const lines = [
  head,
  'rec,visit,,text,Record,,,,,,,,,',
  'first,visit,,text,First name,,,,,,,,Kari,',
  'born,visit,Of [first],text,"Born, [first]?",,as in [arm_1][first],date_ymd,,,,"@PLACEHOLDER=\'a day\'",,without a heading',
  'weight,visit,,text,Weight [kg],,,number,,,,@FORCE-MINMAX,,',
  'ill,visit,,yesno,Ill?,"1, Ja | 0, Nei",,integer,1,2,m1,"@PLACEHOLDER=\'x\' @CALCTEXT(1)",,',
  'greeting,visit,,descriptive,Hello [user-name],,,,,,,,,',
  'drug,visit,,dropdown,Drug,"a, For [first] | b, Other",,autocomplete,,,,,,',
  'memo,visit,,notes,Memo,,,,,,,@CALCTEXT([first]),,',
  ',visit,,text,Nameless,,,,,,,,,',
]

test('whatever a dictionary says that is not carried over is listed with its row', () => {
  const { forms, leftOut } = readRedcap(lines.join('\n'))
  expect(forms[0]?.fields.map(({ name }) => name)).toEqual([
    'first',
    'born',
    'weight',
    'ill',
    'greeting',
    'drug',
    'memo',
  ])
  const said = leftOut.map(({ row, field, text, why: { reason, params } }) => {
    return `${row} ${field ?? ''}: ${text} | ${reason.replace('exchange.', '')} ${params?.part ?? ''}`.trim()
  })
  expect(said).toEqual([
    '3 first: Kari | part Owner',
    '4 born: without a heading | nameless',
    '2 rec: Record | record-id',
    '4 born: Born, [first]? | piping Field Label',
    '4 born: Of [first] | piping Section Header',
    '4 born: as in [arm_1][first] | piping Field Note',
    '5 weight: @FORCE-MINMAX | part Field Annotation',
    '6 ill: 1, Ja | 0, Nei | part Choices, Calculations, OR Slider Labels',
    '6 ill: integer | part Text Validation Type',
    '6 ill: 1 | part Text Validation Min',
    '6 ill: 2 | part Text Validation Max',
    '6 ill: m1 | part Matrix Group Name',
    '6 ill: @CALCTEXT(1) | part Field Annotation',
    "6 ill: @PLACEHOLDER='x' | part Field Annotation",
    '7 greeting: Hello [user-name] | piping Field Label',
    '8 drug: autocomplete | part Text Validation Type',
    '8 drug: a, For [first] | b, Other | piping Choices, Calculations, OR Slider Labels',
    '9 memo: @CALCTEXT([first]) | part Field Annotation',
    '10 : Nameless | nameless',
  ])
})
