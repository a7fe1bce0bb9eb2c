import { expect, test } from 'vitest'
import type { PreviewRow } from '../../../../src-preload/contract/types/batch.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { comparisonLines, parametersText } from './comparisonLines.ts'

import {
  suggestedSizes,
  suggestedValues,
  pricedNumberFields,
  comparisonPlan,
  comparisonCount,
} from './usePriceComparison.ts'

const base = { label: 'L', required: false, section: 'main' } as const
const form: Form = {
  operation: 'paint',
  model: { slug: 'a', name: 'A' },
  defaults: {},
  fields: [
    { ...base, kind: 'integer', name: 'steps', label: 'Steps', min: 1, max: 50, step: 1, priced: true },
    { ...base, kind: 'number', name: 'guidance', min: 0, max: 10 },
    { ...base, kind: 'integer', name: 'frames', fixed: 8, priced: true },
    {
      ...base,
      kind: 'size',
      name: 'size',
      width: { min: 256, max: 1024, step: 64 },
      height: { min: 256, max: 1024, step: 64 },
      presets: [],
      priced: true,
    },
  ],
}
const labels = { modelName: (slug: string) => slug.toUpperCase(), parameterLabel: 'Steps' }
const row = (axisIndexes: number[], price: number | null): PreviewRow => ({
  index: 0,
  title: '',
  model: '',
  label: {},
  axisIndexes,
  values: {},
  issues: [],
  price,
  problem: null,
})

test('suggests values only for variable fields that affect the price, including the current value', () => {
  expect(pricedNumberFields(form).map(({ name }) => name)).toEqual(['steps'])
  const [steps] = pricedNumberFields(form)
  expect(steps && suggestedValues(steps, { steps: 20 })).toEqual([1, 13, 20, 26, 38, 50])
})

test('suggested sizes keep the aspect ratio within the limits, without duplicates', () => {
  expect(suggestedSizes(form, { width: 768, height: 512 })).toEqual([
    { width: 384, height: 256 },
    { width: 576, height: 384 },
    { width: 768, height: 512 },
    { width: 1024, height: 704 },
  ])
  expect(suggestedSizes(form, {})).toEqual([])
})

test('with several values, there is a line for each model and size', () => {
  const priceComparison = {
    models: ['a', 'b'],
    sizes: [
      { width: 64, height: 64 },
      { width: 128, height: 64 },
    ],
    parameter: { field: 'steps', values: [4, 8] },
  }
  expect(comparisonCount(priceComparison)).toBe(8)
  expect(comparisonPlan(priceComparison).axes.map(({ field }) => field)).toEqual(['model', 'size', 'steps'])
  const lines = comparisonLines(priceComparison, [row([1, 1, 0], 5)], labels)
  expect(lines.map(({ label }) => label)).toEqual([
    'A · 64 × 64',
    'A · 128 × 64',
    'B · 64 × 64',
    'B · 128 × 64',
  ])
  const last = lines[3]?.options[0]
  expect(last).toMatchObject({
    x: 4,
    label: '4',
    name: 'B · 128 × 64 · Steps 4',
    model: 'b',
    values: { width: 128, height: 64, steps: 4 },
    row: { price: 5 },
  })
  expect(lines[3]?.options[1]?.row).toBeUndefined()
})

test('without several values, lines run over sizes; without several sizes, there is one price for each model', () => {
  const sizes = [
    { width: 500, height: 400 },
    { width: 1000, height: 500 },
  ]
  const overSizes = comparisonLines({ models: ['a'], sizes, parameter: null }, [row([0, 1], 7)], labels)
  expect(overSizes.map(({ options }) => options.map(({ x, label }) => [x, label]))).toEqual([
    [
      [0.2, '500 × 400'],
      [0.5, '1000 × 500'],
    ],
  ])
  expect(overSizes[0]?.options[1]?.row?.price).toBe(7)
  const overModels = comparisonLines(
    { models: ['a', 'b'], sizes: [], parameter: { field: 'steps', values: [4] } },
    [row([1, 0], 9)],
    labels,
  )
  expect(overModels).toMatchObject([
    { label: 'A', options: [{ label: 'Steps 4', row: undefined }] },
    { label: 'B', options: [{ label: 'Steps 4', row: { price: 9 } }] },
  ])
})

test('describes a combination by its size and the numbers that affect its price', () => {
  const [line] = comparisonLines(
    { models: ['a'], sizes: [], parameter: null },
    [{ ...row([0], 9), values: { width: 1024, height: 768, steps: 20, guidance: 5, prompt: 'fog' } }],
    labels,
  )
  const [option] = line?.options ?? []
  expect(option && parametersText(form, option)).toBe('1024 × 768 · Steps 20')
})
