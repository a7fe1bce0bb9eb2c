import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ArrowLeftRight, Link2, Link2Off } from 'lucide-react'
import type { FieldOf, Range, SizePreset } from '../../../../../src-preload/contract/types/form.ts'
import { t } from '../../../../i18n/t.ts'
import { FieldFrame } from '../../../../ui/fields/FieldFrame.tsx'
import { IconButton } from '../../../../ui/buttons/IconButton.tsx'
import { draftStore, type EditKind } from '../../../../widgets/forms/draftStore.ts'
import { snapInteger } from '../../../../../src-preload/shared/values/numberRules.ts'
import { useEntry } from '../../model/useForm.ts'
import { FixedValue } from '../FixedValue.tsx'
import type { Size } from './FollowedSize.tsx'
import { NumberBox } from '../NumberBox.tsx'
import { Chip } from '../../../../ui/buttons/Chip.tsx'
import { RovingGroup } from '../../../../ui/RovingGroup.tsx'
import styles from '../fields.module.css'

const FollowedSize = lazy(async () => ({ default: (await import('./FollowedSize.tsx')).FollowedSize }))

const LABELS = { width: 'Width', height: 'Height' } as const

/** Width and height: snapped to limits and steps, swapped, locked to their ratio, or taken from a preset. */
export function SizeInput({ field }: { field: FieldOf<'size'> }) {
  const sides = { width: useEntry('width'), height: useEntry('height') }
  /** The locked ratio of width to height, and the size it was last used for; null if it is free. */
  const [lock, setLock] = useState<{ ratio: number; size: Size } | null>(null)
  const width = positiveNumber(sides.width.value)
  const height = positiveNumber(sides.height.value)
  const size: Size | null = width && height ? { width, height } : null
  const setSize = (next: Size, edit?: EditKind) =>
    draftStore.getState().setValues({ ...next }, edit ? { edit } : {})
  const lockRatio = (size: Size, ratio = size.width / size.height) => setLock({ ratio, size })
  // A preset, or a size that was set elsewhere, has its own ratio.
  if (lock && size && !isSameSize(size, lock.size)) lockRatio(size)

  const change = (side: keyof Size, value: typeof sides.width.value) => {
    if (typeof value === 'number' && value > 0 && lock) {
      const next = resizeWithRatio(side, value, lock.ratio, field)
      lockRatio(next, lock.ratio)
      setSize(next)
    } else sides[side].set(value ?? null)
  }
  const renderSide = (side: keyof Size) => {
    const { id, value, error, touch } = sides[side]
    const range = field[side]
    if (range.fixed !== undefined) return <FixedValue id={id} label={LABELS[side]} value={range.fixed} />
    return (
      <FieldFrame id={id} label={LABELS[side]} error={error}>
        {(aria) => (
          <NumberBox
            id={id}
            aria={aria}
            value={value}
            range={range}
            isInteger
            unit={t('create.pixels')}
            normalize={(typed) => snapInteger(typed, range)}
            onValueChange={(next) => change(side, next)}
            onLeave={touch}
          />
        )}
      </FieldFrame>
    )
  }
  return (
    <div className={styles.size}>
      <div className={styles.sides}>
        {renderSide('width')}
        <div className={styles.between}>
          <IconButton
            size="small"
            className={styles.lock}
            label={t('create.lock_ratio')}
            aria-pressed={lock !== null}
            icon={lock ? <Link2 /> : <Link2Off />}
            disabled={!size}
            onClick={() => (lock || !size ? setLock(null) : lockRatio(size))}
          />
          <IconButton
            label={t('create.swap')}
            icon={<ArrowLeftRight />}
            disabled={!size}
            onClick={() => {
              if (!size) return
              const swapped = swapSides(size, field)
              if (lock) lockRatio(swapped, 1 / lock.ratio)
              setSize(swapped, 'choice')
            }}
          />
        </div>
        {renderSide('height')}
      </div>
      {(field.presets.length > 0 || field.follows !== undefined) && (
        <RatioChips
          presets={field.presets}
          size={size}
          onChoose={({ width, height }) => setSize({ width, height }, 'choice')}
        >
          {field.follows !== undefined && (
            <Suspense>
              <FollowedSize field={field} size={size} />
            </Suspense>
          )}
        </RatioChips>
      )}
    </div>
  )
}

const positiveNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined

export const isSameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

export const sizeText = ({ width, height }: Size): string => `${width} × ${height}`

/** Sets one side and derives the other from the locked ratio (`width / height`) within its limits. */
export function resizeWithRatio(
  side: 'width' | 'height',
  value: number,
  ratio: number,
  ranges: { width: Range; height: Range },
): Size {
  return side === 'width'
    ? { width: value, height: snapInteger(value / ratio, ranges.height) }
    : { width: snapInteger(value * ratio, ranges.width), height: value }
}

/** Swaps both sides and snaps each to its new limits. */
export const swapSides = (size: Size, ranges: { width: Range; height: Range }): Size => ({
  width: snapInteger(size.height, ranges.width),
  height: snapInteger(size.width, ranges.height),
})

interface Props {
  presets: readonly SizePreset[]
  size: Size | null
  onChoose: (preset: SizePreset) => void
  /** More chips, before the others. */
  children?: ReactNode
}

/** The ratios that are always shown, if the model offers them. */
const COMMON_RATIOS: ReadonlySet<string> = new Set(['1:1', '4:3', '16:9', '3:4', '9:16'])

/** Aspect ratios as chips: the common ones and the current one, the others under "More". */
export function RatioChips({ presets, size, onChoose, children }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const chosen = matchingPreset(size, presets)
  const common = presets.filter((preset) => COMMON_RATIOS.has(preset.label) || preset === chosen)
  const shown = isExpanded ? presets : common
  return (
    <RovingGroup className={styles.presets} label={t('create.presets')}>
      {children}
      {shown.map((preset) => (
        <Chip
          key={preset.label}
          icon={<RatioGlyph {...preset} />}
          pressed={preset === chosen}
          onClick={() => onChoose(preset)}
        >
          {preset.label}
        </Chip>
      ))}
      {presets.length > common.length && (
        <Chip expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {t(isExpanded ? 'create.fewer_ratios' : 'create.more_ratios')}
        </Chip>
      )}
    </RovingGroup>
  )
}

/** The longest side of a glyph, in units of its view box. */
const GLYPH_SIDE = 11

/** A frame of this aspect ratio. */
function RatioGlyph({ width, height }: Size) {
  const scale = GLYPH_SIDE / Math.max(width, height)
  const [x, y] = [width * scale, height * scale]
  return (
    <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <rect x={(14 - x) / 2} y={(14 - y) / 2} width={x} height={y} rx="1.5" />
    </svg>
  )
}

/** How far a size may deviate from a preset's ratio: about 2 %, because sides are rounded to multiples of a step. */
const RATIO_TOLERANCE = 0.02

/** The preset with the aspect ratio of this size, whatever its area. */
export function matchingPreset(size: Size | null, presets: readonly SizePreset[]): SizePreset | undefined {
  if (!size) return undefined
  const deviation = (other: Size) =>
    Math.abs(Math.log((size.width * other.height) / (size.height * other.width)))
  const [nearest] = presets.toSorted((a, b) => deviation(a) - deviation(b))
  return nearest && deviation(nearest) <= RATIO_TOLERANCE ? nearest : undefined
}
