import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Dices, Lock, LockOpen } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { readInteger } from '../../../../src-preload/shared/numbers/readNumber.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useElementFocus } from '../../../ui/useElementFocus.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { randomSeedIn } from '../../../widgets/forms/formValues.ts'
import { useEntry } from '../model/useForm.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'

/** The seed that will be sent; a new one is drawn after each created job unless it is locked. Typing one locks it. */
export function SeedInput({ field }: { field: FieldOf<'seed'> }) {
  const { id, value, set, touch, error } = useEntry(field.name)
  const isLocked = draftStore(({ operation, lockedSeeds }) => lockedSeeds.includes(operation ?? ''))
  /** The text in the focused field and the seed that it stands for; null without focus. */
  const [editing, setEditing] = useState<{ text: string; value: unknown } | null>(null)
  const { lockSeed } = draftStore.getState()
  const plainText = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  const groupedText = typeof value === 'number' ? groupDigits(value) : plainText
  // A job that is created while the field has the focus changes the seed.
  const editedText = editing !== null && editing.value === value ? editing.text : plainText
  const focusHandlers = useElementFocus<HTMLInputElement>({
    onFocus: ({ target }) => {
      // Rendered before the text is selected, because another text would drop the selection.
      flushSync(() => setEditing({ text: plainText, value }))
      target.select()
    },
    onBlur: () => {
      setEditing(null)
      touch()
    },
  })
  return (
    <TextField
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      value={editing === null ? groupedText : editedText}
      {...focusHandlers}
      onValueChange={(text) => {
        const seed = text.trim() === '' ? null : (readInteger(text) ?? text)
        setEditing({ text, value: seed })
        set(seed)
        lockSeed(true)
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
            onClick={() => lockSeed(!isLocked)}
          />
        </span>
      }
    />
  )
}

const INTEGER_FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Digits in groups of three with narrow spaces, as for a seed: 2 140 937 115. */
export const groupDigits = (value: number): string => INTEGER_FORMAT.format(value).replaceAll(',', '\u202F')
