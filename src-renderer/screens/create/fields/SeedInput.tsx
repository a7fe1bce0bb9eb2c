import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Dices, Lock, LockOpen } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { randomSeedIn } from '../../../widgets/forms/formValues.ts'
import { useEntry } from '../model/useForm.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'

/** The seed that will be sent; drawn again after each click unless locked. Typing one locks it. */
export function SeedInput({ field }: { field: FieldOf<'seed'> }) {
  const { id, value, set, touch, error } = useEntry(field.name)
  const isLocked = draftStore((draft) => draft.seedLocked)
  const [typed, setTyped] = useState<string | null>(null)
  const toggleLock = draftStore.getState().toggleSeedLock
  const plainText = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return (
    <TextField
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? (typeof value === 'number' ? groupDigits(value) : plainText)}
      onFocus={({ target }) => {
        // Changing the digits in the box would lose the selection, which the next key replaces.
        flushSync(() => setTyped(plainText))
        target.select()
      }}
      onValueChange={(text) => {
        setTyped(text)
        set(text.trim() === '' ? null : (readDigits(text) ?? text))
        if (!isLocked) toggleLock()
      }}
      onBlur={() => {
        setTyped(null)
        touch()
      }}
      after={
        <span className={toolbarStyles.bar}>
          <IconButton
            size="small"
            label={t('create.new_seed')}
            icon={<Dices />}
            onClick={() => set(randomSeedIn(field.min, field.max))}
          />
          <IconButton
            size="small"
            label={t('create.lock_seed')}
            aria-pressed={isLocked}
            icon={isLocked ? <Lock /> : <LockOpen />}
            onClick={toggleLock}
          />
        </span>
      }
    />
  )
}

const INTEGER_FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Digits in groups of three with narrow spaces, as for a seed: 2 140 937 115. */
export const groupDigits = (value: number): string => INTEGER_FORMAT.format(value).replaceAll(',', '\u202F')

/** The integer in typed text, with any separators; undefined if there is none. */
export function readDigits(text: string): number | undefined {
  const digits = text.replaceAll(/[\s\u202F\u00A0.,'_]/g, '')
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : undefined
}
