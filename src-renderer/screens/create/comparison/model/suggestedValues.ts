import type { FieldOf, Form, Range, Values } from '../../../../../src-preload/contract/types/form.ts'
import { type Size, snapSide } from '../../model/size.ts'
import { sameSize } from './PriceComparison.ts'

export type NumberField = FieldOf<'integer'> | FieldOf<'number'>

/** Numeric fields that affect the price and aren't fixed. */
export const pricedNumbers = (form: Form): NumberField[] =>
  form.fields.flatMap((field) =>
    (field.kind === 'integer' || field.kind === 'number') && field.priced && field.fixed === undefined
      ? [field]
      : [],
  )

const VALUE_COUNT = 5

/** Values between a field's minimum and maximum, including the current one. */
export function suggestedValues(field: NumberField, values: Values): number[] {
  const entered = values[field.name]
  const current = typeof entered === 'number' ? entered : undefined
  const min = field.min ?? Math.min(current ?? 1, 1)
  const max = field.max ?? (current ?? 10) * 2
  const step = field.step ?? (field.kind === 'integer' ? 1 : (max - min) / (VALUE_COUNT - 1))
  const spread = Array.from({ length: VALUE_COUNT }, (_, index) =>
    round(min + ((max - min) * index) / (VALUE_COUNT - 1), { ...field, step }),
  )
  return [...new Set([...spread, ...(current === undefined ? [] : [current])])].toSorted((a, b) => a - b)
}

const round = (value: number, range: Range): number => Number(snapSide(value, range).toPrecision(12))

const FACTORS = [0.5, 0.75, 1, 1.5, 2]

/** Smaller and larger sizes with the current aspect ratio, within the model's limits; empty without a size. */
export function suggestedSizes(form: Form, values: Values): Size[] {
  const field = form.fields.find((other) => other.kind === 'size')
  const { width, height } = values
  if (!field?.priced || typeof width !== 'number' || typeof height !== 'number') return []
  const current = { width, height }
  // Limits both sides together to keep the aspect ratio.
  const minFactor = Math.max((field.width.min ?? 0) / width, (field.height.min ?? 0) / height)
  const maxFactor = Math.min((field.width.max ?? Infinity) / width, (field.height.max ?? Infinity) / height)
  const scaled = (factor: number): Size => ({
    width: snapSide(width * factor, field.width),
    height: snapSide(height * factor, field.height),
  })
  const sizes = FACTORS.map((factor) =>
    factor === 1 ? current : scaled(Math.max(minFactor, Math.min(maxFactor, factor))),
  )
  return sizes
    .filter((size, index) => sizes.findIndex((other) => sameSize(other, size)) === index)
    .toSorted((a, b) => a.width * a.height - b.width * b.height)
}
