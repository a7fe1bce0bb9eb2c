import { useState, type ReactNode } from 'react'
import type { SizePreset } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { RovingGroup } from '../../../ui/RovingGroup.tsx'
import type { Size } from './SizeInput.tsx'
import styles from './fields.module.css'

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
