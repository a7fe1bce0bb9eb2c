import type { FieldOf, Form, Range, Values } from '../../../../../src-preload/contract/types/form.ts'
import { type Size, snapSide } from '../../model/size.ts'
import { sameSize } from './PriceComparison.ts'

export type NumberField = FieldOf<'integer'> | FieldOf<'number'>

/** The numbers of a form that its price depends on and that leave a choice. */
export const pricedNumbers = (form: Form): NumberField[] =>
  form.fields.flatMap((field) =>
    (field.kind === 'integer' || field.kind === 'number') && field.priced && field.fixed === undefined
      ? [field]
      : [],
  )

const STEPS = 5

/** Some values from a number's least to its most, with the one in the form among them. */
export function offeredValues(field: NumberField, values: Values): number[] {
  const entered = values[field.name]
  const now = typeof entered === 'number' ? entered : undefined
  const min = field.min ?? Math.min(now ?? 1, 1)
  const max = field.max ?? (now ?? 10) * 2
  const step = field.step ?? (field.kind === 'integer' ? 1 : (max - min) / (STEPS - 1))
  const spread = Array.from({ length: STEPS }, (_, at) =>
    round(min + ((max - min) * at) / (STEPS - 1), { ...field, step }),
  )
  return [...new Set([...spread, ...(now === undefined ? [] : [now])])].toSorted((a, b) => a - b)
}

const round = (value: number, range: Range): number => Number(snapSide(value, range).toPrecision(12))

const FACTORS = [0.5, 0.75, 1, 1.5, 2]

/** Sizes of the shape in the form, smaller and larger, as far as its model goes; empty without a size. */
export function offeredSizes(form: Form, values: Values): Size[] {
  const field = form.fields.find((one) => one.kind === 'size')
  const { width, height } = values
  if (!field?.priced || typeof width !== 'number' || typeof height !== 'number') return []
  const now = { width, height }
  // Both sides together, so that the shape stays at the limits too.
  const least = Math.max((field.width.min ?? 0) / width, (field.height.min ?? 0) / height)
  const most = Math.min((field.width.max ?? Infinity) / width, (field.height.max ?? Infinity) / height)
  const scaled = (factor: number): Size => ({
    width: snapSide(width * factor, field.width),
    height: snapSide(height * factor, field.height),
  })
  const sizes = FACTORS.map((factor) =>
    factor === 1 ? now : scaled(Math.max(least, Math.min(most, factor))),
  )
  return sizes
    .filter((size, at) => sizes.findIndex((other) => sameSize(other, size)) === at)
    .toSorted((a, b) => a.width * a.height - b.width * b.height)
}
