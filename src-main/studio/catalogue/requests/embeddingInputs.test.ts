import { expect, test } from 'vitest'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { buildPriceRequest, priceKey } from './buildPriceRequest.ts'
import { buildRequest } from './buildRequest.ts'
import { checkValues } from '../values/checkValues.ts'
import { describeValues } from '../values/describeValues.ts'
import { txt2embedding } from '../rows/textOperations.ts'

const limits = { max_input_tokens: 100, max_total_tokens: 250 }
const form = buildForm(txt2embedding, modelRecord({ slug: 'm', limits }))

test('sends several texts as a list and a single one as a string', () => {
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
  ['a text that may be within the token limit', 'x'.repeat(1600), []],
  [
    'a text that exceeds the token limit in any tokenizer',
    'x'.repeat(1601),
    [{ field: 'input', code: 'too_many_tokens', params: { max: 100, length: 101 } }],
  ],
  ['a text of emoji whose code points may be within the token limit', '🦊'.repeat(1600), []],
  ['texts within the total', ['x'.repeat(1600), 'x'.repeat(1600)], []],
  [
    'texts of emoji whose code points are within the total',
    ['🦊'.repeat(800), '🦊'.repeat(800), '🦊'.repeat(800)],
    [],
  ],
  [
    'texts beyond the total',
    ['x'.repeat(1600), 'y'.repeat(1600), 'z'.repeat(1600)],
    [{ field: 'input', code: 'too_many_tokens', params: { max: 250, length: 300 } }],
  ],
  ['a blank text in a list', ['a', ' '], [{ field: 'input', code: 'required' }]],
  ['an empty list', [], [{ field: 'input', code: 'required' }]],
  [
    'more texts than the service allows',
    Array.from({ length: 2049 }, () => 'a'),
    [{ field: 'input', code: 'too_many', params: { max: 2048 } }],
  ],
])('checks %s against the limits', (_, input, issues) => {
  expect(checkValues(form, { input })).toEqual(issues)
})

test('rejects five megabytes of text before sending', () => {
  const formWithTokenLimit = buildForm(txt2embedding, modelRecord({ limits: { max_input_tokens: 8192 } }))
  expect(checkValues(formWithTokenLimit, { input: 'word '.repeat(1_000_000) })).toMatchObject([
    { code: 'too_many_tokens' },
  ])
})
