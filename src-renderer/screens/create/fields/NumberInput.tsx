import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { FieldFrame } from '../../../ui/FieldFrame.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { useEntry } from '../model/useEntry.ts'
import { Fixed } from './Fixed.tsx'
import { NumberBox } from './NumberBox.tsx'
import styles from './fields.module.css'

/** A number with its slider; whole or not, by its kind. */
export function NumberInput({ field }: { field: FieldOf<'integer'> | FieldOf<'number'> }) {
  const { id, value, set, touch, error } = useEntry(field.name)
  const isInteger = field.kind === 'integer'
  const { min, max, fixed } = field
  if (fixed !== undefined) return <Fixed id={id} label={field.label} value={fixed} />
  return (
    <FieldFrame id={id} label={field.label} help={field.help} error={error}>
      {(aria) => (
        <span className={styles.pair}>
          {min !== undefined && max !== undefined && (field.required || typeof value === 'number') && (
            // For the mouse only; keyboards and screen readers use the box next to it.
            <Slider
              aria-hidden
              tabIndex={-1}
              min={min}
              max={max}
              step={field.step ?? (isInteger ? 1 : 0.1)}
              value={typeof value === 'number' ? value : min}
              onValueChange={set}
            />
          )}
          <span className={styles.number}>
            <NumberBox
              id={id}
              aria={aria}
              value={value}
              range={field}
              isInteger={isInteger}
              unit={field.unit}
              placeholder={
                field.required ? undefined : String(field.fromModel?.default ?? t('create.left_open'))
              }
              onValueChange={set}
              onLeave={touch}
            />
          </span>
        </span>
      )}
    </FieldFrame>
  )
}
