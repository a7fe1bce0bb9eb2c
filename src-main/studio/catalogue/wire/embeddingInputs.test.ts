import { expect, test } from 'vitest'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { buildPriceRequest } from '../price/buildPriceRequest.ts'
import { buildRequest } from './buildRequest.ts'
import { checkValues } from '../values/checkValues.ts'
import { describeValues } from '../values/describeValues.ts'
import { priceKey } from '../price/priceKey.ts'
import { txt2embedding } from '../rows/txt2embedding.ts'

const limits = { max_input_tokens: 100, max_total_tokens: 250 }
const form = buildForm(txt2embedding, modelRecord({ slug: 'm', limits }))

test('Several texts go in one request and in its price, one alone as itself', () => {
  const body = (input: string | string[]) => JSON.parse(buildRequest(txt2embedding, form, { input }).text)
  expect(body('a fox')).toMatchObject({ input: 'a fox' })
  expect(body(['a fox', 'a hare'])).toMatchObject({ input: ['a fox', 'a hare'] })
  const price = buildPriceRequest(txt2embedding, form, { input: ['a fox', 'a hare'] })
  expect(JSON.parse(price.text)).toEqual({ model: 'm', input: ['a fox', 'a hare'] })
  const key = (input: string | string[]) => priceKey('c', txt2embedding, form, { input })
  expect(key(['a fox', 'a hare'])).not.toBe(key(['a fox']))
  expect(describeValues(txt2embedding, { input: ['a fox', 'a hare'] }).title).toBe('a fox')
})

test.each<[string, string | string[], object[]]>([
  ['a text of as many tokens as it could have', 'x'.repeat(1600), []],
  [
    'a text that has too many tokens however they are counted',
    'x'.repeat(1601),
    [{ field: 'input', code: 'too_long', params: { max: 100, length: 101, unit: 'tokens' } }],
  ],
  ['texts within the sum', ['x'.repeat(1600), 'x'.repeat(1600)], []],
  [
    'texts beyond the sum',
    ['x'.repeat(1600), 'y'.repeat(1600), 'z'.repeat(1600)],
    [{ field: 'input', code: 'too_long', params: { max: 250, length: 300, unit: 'tokens' } }],
  ],
  ['a blank among them', ['a', ' '], [{ field: 'input', code: 'required' }]],
  ['none', [], [{ field: 'input', code: 'required' }]],
  [
    'more than the service takes',
    Array.from({ length: 2049 }, () => 'a'),
    [{ field: 'input', code: 'too_many', params: { max: 2048 } }],
  ],
])('%s: what the limits say', (_, input, issues) => {
  expect(checkValues(form, { input })).toEqual(issues)
})

test('Five megabytes of text are refused before they are sent', () => {
  const known = buildForm(txt2embedding, modelRecord({ limits: { max_input_tokens: 8192 } }))
  expect(checkValues(known, { input: 'word '.repeat(1_000_000) })).toMatchObject([{ code: 'too_long' }])
})
