import { lazy, Suspense, useId, useState } from 'react'
import { Plus, X } from 'lucide-react'
import type { FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { FieldFrame } from '../../../ui/fields/FieldFrame.tsx'
import { useEntry, useForm } from '../model/useForm.ts'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import switchStyles from '../../../ui/fields/Switch.module.css'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import styles from './fields.module.css'

const PromptTools = lazy(async () => ({ default: (await import('../prompts/PromptTools.tsx')).PromptTools }))

const Counter = lazy(async () => ({ default: (await import('./Counter.tsx')).Counter }))

const WildcardNote = lazy(async () => ({
  default: (await import('../snippets/WildcardNote.tsx')).WildcardNote,
}))

const SentenceSplitter = lazy(async () => ({
  default: (await import('../split/SplitText.tsx')).SentenceSplitter,
}))

/** A text area that grows with its text up to a third of the window. */
export function TextInput({ field }: { field: FieldOf<'text'> }) {
  const { id, value, set, choose, touch, error } = useEntry(field.name)
  const { form } = useForm()
  if (field.several !== undefined && Array.isArray(value)) return <SeveralTexts field={field} texts={value} />
  const text = typeof value === 'string' ? value : ''
  const { special } = field
  const isSpecial = special !== undefined && text === special.value
  const controlProps = {
    id,
    value: text,
    placeholder: field.placeholder,
    required: field.required,
    onBlur: touch,
  }
  return (
    <FieldFrame
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      aside={
        <span className={styles.aside}>
          {!isSpecial && (
            <Suspense>
              <Counter field={field} text={text} isAlwaysShown={field.multiline} />
            </Suspense>
          )}
          {special && <SpecialSwitch special={special} value={text} onValueChange={choose} />}
          {field.multiline && !isSpecial && (
            <span className={styles.tools}>
              <Suspense>
                <PromptTools
                  operation={form.operation}
                  field={field.name}
                  id={id}
                  text={text}
                  onTextChange={set}
                />
              </Suspense>
            </span>
          )}
        </span>
      }
    >
      {(aria) =>
        isSpecial ? (
          <output id={id} tabIndex={-1} className={classes(fieldStyles.control, styles.special)}>
            {special.label}
          </output>
        ) : field.multiline ? (
          <>
            <textarea
              {...controlProps}
              {...aria}
              className={classes(fieldStyles.control, styles.text)}
              rows={field.required ? 4 : 1}
              spellCheck
              onChange={(event) => set(event.target.value)}
            />
            {text.includes('__') && (
              <Suspense>
                <WildcardNote field={field.name} text={text} onTextChange={choose} />
              </Suspense>
            )}
            {field.several !== undefined && text !== '' && (
              <Button size="small" variant="quiet" icon={<Plus />} onClick={() => choose([text, ''])}>
                {t('create.text_add')}
              </Button>
            )}
            {field.split && (
              <Suspense>
                <SentenceSplitter field={field} text={text} />
              </Suspense>
            )}
          </>
        ) : (
          <input
            {...controlProps}
            {...aria}
            className={classes(fieldStyles.control, styles.text)}
            onChange={(event) => set(event.target.value)}
          />
        )
      }
    </FieldFrame>
  )
}

interface SpecialSwitchProps {
  special: NonNullable<FieldOf<'text'>['special']>
  value: string
  onValueChange: (value: string) => void
}

/** A switch for a special value instead of text, such as "Instrumental"; switching it off restores the text. */
function SpecialSwitch({ special, value, onValueChange }: SpecialSwitchProps) {
  const id = useId()
  const isOn = value === special.value
  const [previousText, setPreviousText] = useState('')
  return (
    <span className={styles.switch}>
      <label htmlFor={id}>{special.label}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={switchStyles.switch}
        checked={isOn}
        aria-checked={isOn}
        onChange={() => {
          if (!isOn) setPreviousText(value)
          onValueChange(isOn ? previousText : special.value)
        }}
      />
    </span>
  )
}

/** Several texts for one request, each in its own box. Removing all but one makes it a single text again. */
function SeveralTexts({ field, texts }: { field: FieldOf<'text'>; texts: Values[string][] }) {
  const { id, choose, set, touch, error } = useEntry(field.name)
  const strings = texts.map((text) => (typeof text === 'string' ? text : ''))
  const remove = (index: number) => {
    const remaining = strings.filter((_, otherIndex) => otherIndex !== index)
    choose(remaining.length > 1 ? remaining : (remaining[0] ?? ''))
  }
  const longest = strings.toSorted((a, b) => b.length - a.length)[0] ?? ''
  return (
    <FieldFrame
      id={id}
      label={field.label}
      help={field.help}
      error={error}
      aside={
        <Suspense>
          <Counter field={field} text={longest} />
        </Suspense>
      }
    >
      {(aria) => (
        <div className={fieldStyles.field}>
          {strings.map((text, index) => {
            const number = index + 1
            const boxId = index === 0 ? id : `${id}-${number}`
            return (
              <div key={boxId} className={styles.textRow}>
                <textarea
                  {...aria}
                  id={boxId}
                  className={classes(fieldStyles.control, styles.text)}
                  rows={1}
                  aria-label={t('create.text_number', { label: field.label, number })}
                  value={text}
                  onBlur={touch}
                  onChange={({ target }) =>
                    set(strings.map((other, otherIndex) => (otherIndex === index ? target.value : other)))
                  }
                />
                <IconButton
                  size="small"
                  label={t('create.text_remove', { number })}
                  icon={<X />}
                  onClick={() => remove(index)}
                />
              </div>
            )
          })}
          {strings.length < (field.several ?? 1) && (
            <Button size="small" variant="quiet" icon={<Plus />} onClick={() => choose([...strings, ''])}>
              {t('create.text_add')}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
