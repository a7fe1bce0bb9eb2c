import type { Values, When } from '../../../src-preload/contract/types/form.ts'

/** Whether entries under these conditions count; `values` are complete, with defaults and constants. */
export const isActive = (conditions: readonly When[], values: Values): boolean =>
  conditions.every(({ field, is }) => {
    const value = Object.hasOwn(values, field) ? values[field] : undefined
    return is.some((one) => one === value)
  })
