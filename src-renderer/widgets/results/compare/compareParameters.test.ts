import { expect, test } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import type { AssetDetail, ParameterLine, Parameters } from '../../../../src-preload/contract/types/asset.ts'
import { makeDetail, makeParameters } from '../testing/viewerTesting.ts'
import { compareParameters } from './compareParameters.ts'

const line = (name: string, text: string, as: ParameterLine['as'] = 'singleLine'): ParameterLine => ({
  name,
  text,
  as,
  label: name.toUpperCase(),
})

const detail = (lines: ParameterLine[], over: Partial<Parameters> = {}, width = 1024): AssetDetail =>
  makeDetail(
    { width },
    {
      parameters: makeParameters({
        connectionName: 'Home',
        price: 4_000_000,
        quotedAt: 0,
        seed: 7,
        lines,
        ...over,
      }),
    },
  )

const rowsOf = (details: AssetDetail[]) =>
  Object.fromEntries(
    compareParameters(details).map(({ label, values, isEqual }) => [label, { values, isEqual }]),
  )

test('distinguishes parameters that differ from those that are equal', () => {
  const rows = rowsOf([
    detail([line('prompt', 'fog', 'multiline'), line('seed', '1'), line('steps', '8')]),
    detail([line('prompt', 'fog', 'multiline'), line('seed', '2'), line('steps', '8')], {
      model: { slug: 'two', name: 'Two' },
    }),
  ])
  expect(rows['PROMPT']).toEqual({ values: ['fog', 'fog'], isEqual: true })
  expect(rows['SEED']).toEqual({ values: ['1', '2'], isEqual: false })
  expect(rows['STEPS']?.isEqual).toBe(true)
  expect(rows['Model']).toEqual({ values: ['One', 'Two'], isEqual: false })
  expect(rows['Price']?.isEqual).toBe(true)
})

test('a parameter that only some results have differs', () => {
  const rows = rowsOf([detail([]), detail([line('guidance', '7')]), detail([line('guidance', '7')])])
  expect(rows['GUIDANCE']).toEqual({ values: [null, '7', '7'], isEqual: false })
})

test('a file without parameters has only facts about the file', () => {
  const own = makeDetail({ width: 512 }, { parameters: null })
  const rows = rowsOf([own, detail([line('seed', '1')])])
  expect(rows['SEED']?.values).toEqual([null, '1'])
  expect(rows['Dimensions']).toEqual({ values: ['512 × 768', '1024 × 768'], isEqual: false })
  expect(rows['Length']).toBeUndefined()
})

test('texts come first, then task and model, then the other parameters', () => {
  const names = compareParameters([detail([line('seed', '1'), line('prompt', 'fog', 'multiline')])])
  expect(names.map(({ label }) => label)).toEqual([
    'PROMPT',
    'Task',
    'Model',
    'SEED',
    'Price',
    'Dimensions',
    'Format',
  ])
})
