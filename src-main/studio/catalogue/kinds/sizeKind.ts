import { snapInteger } from '../../../../src-preload/shared/values/numberRules.ts'
import type { FieldOf, Values, Range, SizePreset } from '../../../../src-preload/contract/types/form.ts'
import { nearestSize } from '../../../../src-preload/shared/values/nearestSize.ts'
import { resolveRange, numericDefault, modelDefault } from './modelConstraints.ts'
import { baseField, type FieldBehavior } from './FieldBehavior.ts'
import { checkNumber } from './numberKinds.ts'

/** The presets of an initially empty size are near this one. */
const TYPICAL_SIZE = {
  width: { modelKey: 'width', value: 1024 },
  height: { modelKey: 'height', value: 1024 },
}

/** Two values, `width` and `height`, in pixels. */
export const sizeKind: FieldBehavior<'size'> = {
  build(row, record) {
    const width = resolveRange(row.width, record, true)
    const height = resolveRange(row.height, record, true)
    const rule = row.default ?? TYPICAL_SIZE
    const initialSide = (name: string, { modelKey, value }: { modelKey?: string; value: number }): number =>
      numericDefault(modelDefault({ ...row, name }, record, modelKey)) ?? value
    const initialSize = {
      width: snapInteger(initialSide('width', rule.width), width),
      height: snapInteger(initialSide('height', rule.height), height),
    }
    const presets = sizePresets(width, height, initialSize)
    return {
      field: {
        ...baseField(row),
        kind: 'size',
        width,
        height,
        presets,
        ...(row.follows !== undefined && { follows: row.follows }),
      },
      defaults: row.default ? initialSize : {},
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
    const { width, height } = scaleToRanges(field, values)
    // The service rejects one side without the other.
    if (!field.required && (width === undefined || height === undefined)) return {}
    return {
      ...(width !== undefined && { width: snapInteger(width, field.width) }),
      ...(height !== undefined && { height: snapInteger(height, field.height) }),
    }
  },

  fixed: ({ width, height, required }) => ({
    ...(required && width.fixed !== undefined && { width: width.fixed }),
    ...(required && height.fixed !== undefined && { height: height.fixed }),
  }),
}

/** Scales both sides towards the ranges and keeps the aspect ratio where possible. */
function scaleToRanges(field: FieldOf<'size'>, values: Values): { width?: number; height?: number } {
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
  typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined

/** Label, width and height of the offered aspect ratios. */
const RATIOS = [
  ['1:1', 1, 1],
  ['5:4', 5, 4],
  ['4:3', 4, 3],
  ['3:2', 3, 2],
  ['16:9', 16, 9],
  ['21:9', 21, 9],
  ['4:5', 4, 5],
  ['3:4', 3, 4],
  ['2:3', 2, 3],
  ['9:16', 9, 16],
] as const

/** How far a preset may deviate from its aspect ratio, as a natural logarithm: about 6 %. */
const RATIO_TOLERANCE = 0.06
/** How far a preset may deviate from the area of the initial size, as a natural logarithm: 30 % less to 42 % more. */
const AREA_TOLERANCE = 0.35
interface Size {
  width: number
  height: number
}

/** Sizes of common aspect ratios, each near the area of `initialSize` and inside the ranges. Ratios that don't fit are left out. */
export function sizePresets(width: Range, height: Range, initialSize: Size): SizePreset[] {
  const area = initialSize.width * initialSize.height
  const presets: SizePreset[] = []
  for (const [label, widthPart, heightPart] of RATIOS) {
    const found = nearestSize({ width, height }, widthPart / heightPart, area, {
      ratio: RATIO_TOLERANCE,
      area: AREA_TOLERANCE,
    })
    if (found && !presets.some((other) => other.width === found.width && other.height === found.height))
      presets.push({ label, ...found })
  }
  return presets.length > 1 ? presets : []
}
