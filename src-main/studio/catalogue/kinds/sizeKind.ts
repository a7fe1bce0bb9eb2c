import type { FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import { resolveRange, snapToRange } from '../form/ranges.ts'
import { sizePresets } from '../form/sizePresets.ts'
import { numericDefault, modelDefault } from '../form/modelOptions.ts'
import { baseField, type Kind } from './Kind.ts'
import { checkNumber } from './checkNumber.ts'

/** The presets of an initially empty size are near this one. */
const TYPICAL_SIZE = { width: { key: 'width', value: 1024 }, height: { key: 'height', value: 1024 } }

/** Two values, `width` and `height`, in pixels. */
export const sizeKind: Kind<'size'> = {
  build(row, record) {
    const width = resolveRange(row.width, record, true)
    const height = resolveRange(row.height, record, true)
    const rule = row.default ?? TYPICAL_SIZE
    const startOf = (name: string, { key, value }: { key?: string; value: number }): number =>
      numericDefault(modelDefault({ ...row, name }, record, key)) ?? value
    const start = {
      width: snapToRange(startOf('width', rule.width), width, true),
      height: snapToRange(startOf('height', rule.height), height, true),
    }
    const presets = sizePresets(width, height, start)
    return {
      field: { ...baseField(row), kind: 'size', width, height, presets },
      defaults: row.default ? start : {},
    }
  },

  check(field, values) {
    const { required } = field
    // The service rejects a width without a height.
    const hasSide = values['width'] !== undefined || values['height'] !== undefined
    const rule = { isInteger: true, required: required || hasSide }
    return [
      ...checkNumber('width', values['width'], { range: field.width, ...rule }),
      ...checkNumber('height', values['height'], { range: field.height, ...rule }),
    ]
  },

  fit(field, values) {
    const { width, height } = scaled(field, values)
    // One side is useless without a default for the other.
    if (!field.required && (width === undefined || height === undefined)) return {}
    return {
      ...(width !== undefined && { width: snapToRange(width, field.width, true) }),
      ...(height !== undefined && { height: snapToRange(height, field.height, true) }),
    }
  },

  fixed: ({ width, height, required }) => ({
    ...(required && width.fixed !== undefined && { width: width.fixed }),
    ...(required && height.fixed !== undefined && { height: height.fixed }),
  }),
}

/** Scales both sides towards the ranges and keeps the aspect ratio where possible. */
function scaled(field: FieldOf<'size'>, values: Values): { width?: number; height?: number } {
  const width = sideOf(values['width'])
  const height = sideOf(values['height'])
  if (width === undefined || height === undefined)
    return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  const shrink = Math.min((field.width.max ?? Infinity) / width, (field.height.max ?? Infinity) / height, 1)
  const grow = Math.max((field.width.min ?? 0) / width, (field.height.min ?? 0) / height, 1)
  const factor = shrink < 1 ? shrink : grow
  return { width: width * factor, height: height * factor }
}

const sideOf = (value: Values[string] | undefined): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined
