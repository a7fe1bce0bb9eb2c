import type { Plan } from '../../../../../src-preload/contract/types/batch.ts'
import type { PriceComparison } from './PriceComparison.ts'

const basePlan: Omit<Plan, 'axes'> = {
  count: 1,
  seeds: 'same',
  variants: false,
  wildcards: {},
  table: null,
  files: null,
}

/** The batch plan of a price comparison: every model with every size and every value, in this order of axes. */
export const comparisonPlan = ({ models, sizes, along }: PriceComparison): Plan => ({
  ...basePlan,
  axes: [
    { field: 'model', values: [...models] },
    ...(sizes.length > 0
      ? [{ field: 'size', values: sizes.map(({ width, height }) => ({ width, height })) }]
      : []),
    ...(along && along.values.length > 0 ? [{ field: along.field, values: [...along.values] }] : []),
  ],
})

export const comparisonCount = ({ models, sizes, along }: PriceComparison): number =>
  models.length * Math.max(1, sizes.length) * Math.max(1, along?.values.length ?? 0)
