import type { FileRow, RangeRule } from '../Operation.ts'
import type { OperationOverride } from './overrideSchema.ts'

type Limits = NonNullable<OperationOverride['files']>[string]

/** A file field under a person's own limits, which win over the model's. */
export function overrideFiles(row: FileRow, limits: Limits): FileRow {
  const { formats, maxBytes, maxFiles, minSide, maxSide, minSeconds, maxSeconds } = limits
  const sides = minSide !== undefined || maxSide !== undefined
  const lengths = minSeconds !== undefined || maxSeconds !== undefined
  return {
    ...row,
    ...(formats && { formats }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(maxFiles !== undefined && { count: { most: maxFiles } }),
    ...(sides && { width: between(row.width, minSide, maxSide) }),
    ...(sides && { height: between(row.height, minSide, maxSide) }),
    ...(lengths && { seconds: between(row.seconds, minSeconds, maxSeconds) }),
  }
}

const OPEN: RangeRule = {
  limits: {},
  bounds: { min: 0, max: Infinity },
  sane: { min: 0, max: Infinity },
}

/** An end that is given no longer goes by the model; the other stays as it was. */
function between(rule: RangeRule = OPEN, min?: number, max?: number): RangeRule {
  return {
    limits: {
      ...(min === undefined && rule.limits.min !== undefined && { min: rule.limits.min }),
      ...(max === undefined && rule.limits.max !== undefined && { max: rule.limits.max }),
    },
    bounds: {
      min: min ?? Math.min(rule.bounds.min, max ?? Infinity),
      max: max ?? Math.max(rule.bounds.max, min ?? 0),
    },
    sane: rule.sane,
  }
}
