import { useState, type KeyboardEvent } from 'react'
import type { Range, Values } from '../../../../src-preload/contract/types/form.ts'
import { classes } from '../../../ui/classes.ts'
import type { FieldAria } from '../../../ui/fields/FieldFrame.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { snapToRange } from '../../../../src-preload/shared/values/numberRules.ts'
import { numberCommands } from '../../../../src-preload/shared/keymap/startupCommands.ts'
import { readNumber } from '../../../../src-preload/shared/numbers/readNumber.ts'
import { findCommand } from '../../../lib/keys.ts'
import { useElementFocus } from '../../../ui/useElementFocus.ts'

interface Props {
  id?: string
  label?: string
  aria?: FieldAria
  value: Values[string] | undefined
  range: Range
  isInteger: boolean
  unit?: string | undefined
  placeholder?: string | undefined
  /** Corrects the typed number when the user leaves the box or presses Enter. */
  normalize?: (value: number) => number
  onValueChange: (value: Values[string]) => void
  onLeave?: () => void
}

/** A number, typed or changed by arrow keys, with Shift or the Page keys by ten steps. Invalid text stays as typed. */
export function NumberBox({
  id,
  label,
  aria,
  value,
  range,
  isInteger,
  unit,
  placeholder,
  normalize,
  onValueChange,
  onLeave,
}: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (typeof value === 'number' || typeof value === 'string' ? String(value) : '')

  const change = (text: string) => {
    setTyped(text)
    onValueChange(text.trim() === '' ? null : (readNumber(text, { isInteger }) ?? text))
  }
  const commit = () => {
    setTyped(null)
    if (typeof value === 'number' && normalize && normalize(value) !== value) onValueChange(normalize(value))
  }
  const focusHandlers = useElementFocus<HTMLInputElement>({
    onFocus: ({ target }) => target.select(),
    onBlur: () => {
      commit()
      onLeave?.()
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return commit()
    const next = stepValue(event, typeof value === 'number' ? value : undefined, range, isInteger)
    if (next === undefined) return
    event.preventDefault()
    setTyped(null)
    onValueChange(next)
  }
  return (
    <span className={classes(fieldStyles.control, fieldStyles.frame)}>
      <input
        dir="auto"
        {...aria}
        id={id}
        aria-label={label}
        inputMode={isInteger ? 'numeric' : 'decimal'}
        autoComplete="off"
        placeholder={placeholder}
        value={shown}
        onChange={(event) => change(event.target.value)}
        {...focusHandlers}
        onKeyDown={onKeyDown}
      />
      {unit && (
        <span className={textStyles.quiet} aria-hidden>
          {unit}
        </span>
      )}
    </span>
  )
}

/** Number of steps for an arrow key with Shift, and for a Page key. */
const BIG_STEPS = 10

/** The number after a key press; undefined for keys that don't change it. Without a step, a decimal changes by 0.1. */
function stepValue(
  event: KeyboardEvent,
  value: number | undefined,
  range: Range,
  isInteger: boolean,
): number | undefined {
  const command = findCommand(numberCommands, event)
  if (command === undefined) return undefined
  const steps = { step: 1, bigStep: BIG_STEPS }[command] * (event.key.endsWith('Up') ? 1 : -1)
  const step = range.step ?? (isInteger ? 1 : 0.1)
  if (value === undefined) return range.min ?? 0
  // Twelve digits round away floating-point errors, as in 0.1 + 0.2.
  const moved = value + steps * step
  return snapToRange(Number(moved.toPrecision(12)), { ...range, step })
}
