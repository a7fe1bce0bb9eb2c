import { expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { buildPriceRequest, priceKey } from '../requests/buildPriceRequest.ts'
import { buildRequest } from '../requests/buildRequest.ts'
import { adaptValues } from '../values/adaptValues.ts'
import { Catalogue } from '../Catalogue.ts'
import { checkValues } from '../values/checkValues.ts'
import { mapFieldErrors } from '../requests/mapFieldErrors.ts'
import { parameterLines } from '../values/describeValues.ts'
import { builtInOperations } from '../rows/builtInOperations.ts'
import { txt2img } from '../rows/imageOperations.ts'

const catalogue = new Catalogue()
const operation = catalogue.find('txt2img') ?? txt2img
const form = buildForm(operation, modelRecord({ slug: 'm' }))
const base: Values = { prompt: 'a fox', width: 512, height: 512, steps: 4, guidance: 1, seed: 7 }
const withRows = (...more: [name: string, value: string][]): Values => ({
  ...base,
  more_parameters: more.map(([name, value]) => ({ name, value })),
})
const issuesOf = (...more: [name: string, value: string][]) => checkValues(form, withRows(...more))

test('every operation accepts additional parameters', () => {
  for (const { id, fields } of builtInOperations) expect(fields.at(-1)?.kind, id).toBe('parameters')
})

test('sends names and JSON values with the job and its price request', () => {
  const values = withRows(
    ['strength', '0.4'],
    [' tiles ', '[1, {"b": 2, "a": null}]'],
    ['', ''],
    ['style', '"soft"'],
  )
  expect(checkValues(form, values)).toEqual([])
  const own = '"strength":0.4,"tiles":[1,{"a":null,"b":2}],"style":"soft"'
  expect(buildRequest(operation, form, values).text).toContain(own)
  expect(buildPriceRequest(operation, form, values).text).toContain(own)
})

test('includes additional parameters in the price key', () => {
  const key = (value: string) => priceKey('c', operation, form, withRows(['strength', value]))
  expect(key('0.4')).not.toBe(key('0.5'))
  expect(key('0.4')).toBe(key(' 0.40'))
  expect(priceKey('c', operation, form, withRows(['', '']))).toBe(priceKey('c', operation, form, base))
})

test.each<[string, [string, string][], object[]]>([
  ['without quotes around text', [['style', 'soft']], [{ code: 'not_json', params: { row: 1 } }]],
  [
    'without a value',
    [
      ['a', '1'],
      ['style', ''],
    ],
    [{ code: 'not_json', params: { row: 2 } }],
  ],
  ['without a name', [['', '1']], [{ code: 'bad_name', params: { row: 1 } }]],
  ['with an invalid name', [['my style', '1']], [{ code: 'bad_name' }]],
  ['named __proto__', [['__proto__', '{}']], [{ code: 'bad_name' }]],
  ['that the form has', [['steps', '9']], [{ code: 'name_taken', params: { row: 1, entry: 'steps' } }]],
  ['named model', [['model', '"x"']], [{ code: 'name_taken' }]],
  [
    'given twice',
    [
      ['a', '1'],
      ['a', '2'],
    ],
    [{ code: 'name_taken', params: { row: 2 } }],
  ],
  ['nested too deeply', [['a', '['.repeat(5000) + ']'.repeat(5000)]], [{ code: 'not_json' }]],
  ['that is too long', [['a', `"${'x'.repeat(50_000)}"`]], [{ code: 'not_json' }]],
])('reports a parameter %s at its row and sends nothing', (_, more, issues) => {
  expect(issuesOf(...more)).toMatchObject(issues.map((issue) => ({ field: 'more_parameters', ...issue })))
  expect(issuesOf(...more)).toHaveLength(issues.length)
  expect(() => buildRequest(operation, form, withRows(...more))).toThrow('invalid_form')
})

test('rejects names that fields or fixed parameters use in requests', () => {
  const music = catalogue.find('txt2music') ?? txt2img
  const taken = buildForm(music, modelRecord()).fields.find(({ kind }) => kind === 'parameters')
  expect(taken).toMatchObject({
    taken: expect.arrayContaining(['caption', 'inference_steps', 'guidance_scale']),
  })
  const ocr = buildForm(catalogue.find('img2txt') ?? txt2img, modelRecord()).fields.at(-1)
  expect(ocr).toMatchObject({
    taken: expect.arrayContaining(['return_result_in_response', 'format', 'image']),
  })
})

test('keeps additional parameters for another model, shows them with the result and maps errors to them', () => {
  const values = withRows(['strength', '0.4'], ['style', '"soft"'])
  expect(adaptValues(operation, form, values)).toEqual({ values, resets: [] })
  expect(parameterLines(operation, values, null)).toContainEqual({
    name: 'more_parameters',
    label: 'More parameters',
    text: 'strength: 0.4, style: "soft"',
    as: 'singleLine',
  })
  const problem = {
    code: 'service_refused',
    money: 'not_charged',
    fields: { strength: ['too strong'] },
  } as const
  const mapped = mapFieldErrors(operation, { ...problem, fields: { strength: ['too strong'] } }, values)
  expect(mapped.fields).toEqual({ more_parameters: ['too strong'] })
  const hostile = Object.fromEntries(['constructor', '__proto__', 'toString'].map((name) => [name, ['odd']]))
  expect(mapFieldErrors(operation, { ...problem, fields: hostile }, values).fields).toEqual(hostile)
})

test('reports a value that is not a list of rows and removes it for another model', () => {
  for (const wrong of ['{}', [1], { a: 1 }, [{ name: 'a' }]]) {
    const values: Values = { ...base, more_parameters: wrong }
    expect(checkValues(form, values)).toEqual([{ field: 'more_parameters', code: 'wrong_kind' }])
    expect(adaptValues(operation, form, values).values).not.toHaveProperty('more_parameters')
  }
})
