import { lazy, Suspense } from 'react'
import type { Field, FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { SeedInput } from './SeedInput.tsx'
import { SizeInput } from './size/SizeInput.tsx'
import { TextInput } from './TextInput.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { useEntry } from '../model/useForm.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { t } from '../../../i18n/t.ts'
import { FieldFrame } from '../../../ui/fields/FieldFrame.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { isEmptyValue } from '../../../../src-preload/shared/values/isEmptyValue.ts'
import { FixedValue } from './FixedValue.tsx'
import { Slider } from '../../../ui/fields/Slider.tsx'
import { NumberBox } from './NumberBox.tsx'
import styles from './fields.module.css'

// Loaded on demand, so that forms without files or voices don't wait for them. Parameters are in a section that is
// initially collapsed.
const FileInput = lazy(async () => ({ default: (await import('../files/FileInput.tsx')).FileInput }))
const LorasInput = lazy(async () => ({ default: (await import('./LorasInput.tsx')).LorasInput }))
const ParametersInput = lazy(async () => ({
  default: (await import('./ParametersInput.tsx')).ParametersInput,
}))
const VoiceInput = lazy(async () => ({ default: (await import('./VoiceInput.tsx')).VoiceInput }))

/** One field, rendered according to its kind. */
export function FieldView({ field }: { field: Field }) {
  switch (field.kind) {
    case 'text':
      return <TextInput field={field} />
    case 'integer':
    case 'number':
      return <NumberInput field={field} />
    case 'size':
      return <SizeInput field={field} />
    case 'seed':
      return <SeedInput field={field} />
    case 'loras':
      return (
        <Suspense fallback={<Skeleton height={56} />}>
          <LorasInput field={field} />
        </Suspense>
      )
    case 'url':
      return <UrlInput field={field} />
    case 'choice':
      return <ChoiceInput field={field} />
    case 'boolean':
      return <BooleanInput field={field} />
    case 'parameters':
      return (
        <Suspense fallback={<Skeleton height={84} />}>
          <ParametersInput field={field} />
        </Suspense>
      )
    case 'file':
      return (
        <Suspense fallback={<Skeleton height={116} />}>
          <FileInput field={field} />
        </Suspense>
      )
    case 'voice':
      return (
        <Suspense fallback={<Skeleton height={112} />}>
          <VoiceInput field={field} />
        </Suspense>
      )
  }
}

function BooleanInput({ field }: { field: FieldOf<'boolean'> }) {
  const { id, value, choose } = useEntry(field.name)
  return (
    <Switch
      id={id}
      label={field.label}
      help={field.help}
      checked={(value ?? field.fromModel?.default) === true}
      onCheckedChange={choose}
    />
  )
}

function UrlInput({ field }: { field: FieldOf<'url'> }) {
  const { id, value, set, touch, error } = useEntry(field.name)
  return (
    <TextField
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder={field.placeholder ?? (field.httpsOnly ? 'https://' : '')}
      value={typeof value === 'string' ? value : ''}
      onValueChange={set}
      onBlur={() => {
        if (typeof value === 'string' && value !== value.trim()) set(value.trim())
        touch()
      }}
    />
  )
}

/** The value of the option that leaves an optional choice unset. */
const UNSET = ''

/** One of the model's choices: all visible if they are few, plain text if there is only one; an optional one may stay empty. */
function ChoiceInput({ field }: { field: FieldOf<'choice'> }) {
  const { id, value, choose, error } = useEntry(field.name)
  const { options, required, label, help } = field
  const chosen = options.find((option) => option.value === value)
  const [onlyOption, secondOption] = options
  // A value that the model no longer has stays visible, so that the user can replace it.
  if (required && onlyOption && !secondOption && (chosen || isEmptyValue(value)))
    return <FixedValue id={id} label={label} value={onlyOption.label} isSelfExplanatory />
  if (isSegmented(field))
    return (
      <FieldFrame id={id} label={label} help={help} error={error}>
        {() => (
          <Segmented
            id={id}
            label={label}
            className={styles.segmented}
            value={chosen && String(chosen.value)}
            options={options.map((option) => ({ value: String(option.value), label: option.label }))}
            onValueChange={(next) =>
              choose(options.find((option) => String(option.value) === next)?.value ?? null)
            }
          />
        )}
      </FieldFrame>
    )
  const unsetValue =
    required || (value !== undefined && value !== null && value !== UNSET) ? undefined : UNSET
  return (
    <Select
      id={id}
      label={label}
      help={help}
      error={error}
      options={required ? options : [{ value: UNSET, label: t('create.left_open') }, ...options]}
      value={chosen?.value ?? unsetValue}
      onValueChange={(next) => choose(next === UNSET ? null : next)}
    />
  )
}

/** An integer or a decimal number, with a slider if it has a range. */
function NumberInput({ field }: { field: FieldOf<'integer'> | FieldOf<'number'> }) {
  const { id, value, set, touch, error } = useEntry(field.name)
  const isInteger = field.kind === 'integer'
  const { min, max, fixed } = field
  if (fixed !== undefined) return <FixedValue id={id} label={field.label} value={fixed} />
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

/** What fits side by side in the narrowest panel: the number of options, and the total length of their labels. */
const MAX_SEGMENTS = 4
const MAX_SEGMENT_CHARACTERS = 46

/** Whether a choice is short enough to show all options side by side. */
export const isSegmented = ({ options, required }: FieldOf<'choice'>): boolean =>
  required &&
  options.length > 1 &&
  options.length <= MAX_SEGMENTS &&
  options.reduce((sum, { label }) => sum + label.length, 0) <= MAX_SEGMENT_CHARACTERS
