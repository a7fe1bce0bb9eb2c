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
        <span className={styles.switch}>
          {special ? (
            <SpecialSwitch special={special} value={text} onValueChange={choose} />
          ) : (
            <Counter field={field} text={text} />
          )}
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
      aside={<Counter field={field} text={longest} />}
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

/** The length is shown from this part of the limit on. */
const COUNTER_THRESHOLD = 0.8
/** Average characters per token in English text; only the service counts tokens, so the counter warns but does not block. */
const CHARACTERS_PER_TOKEN = 4

/** The length of a text in user-perceived characters, and its limit. Shown near the limit, or always if the field asks for it. */
function Counter({ field, text }: { field: FieldOf<'text'>; text: string }) {
  const { maxLength, counter, maxTokens } = field
  if (!counter && (maxLength === undefined || text.length < maxLength * COUNTER_THRESHOLD)) return null
  if (counter && text === '' && maxLength === undefined) return null
  if (maxTokens !== undefined && text !== '') {
    const estimate = Math.ceil(text.length / CHARACTERS_PER_TOKEN)
    return (
      <span className={estimate > maxTokens ? styles.over : undefined}>
        {t('create.tokens_about', { count: estimate, max: maxTokens.toLocaleString('en') })}
      </span>
    )
  }
  const count = Array.from(text).length
  if (maxLength === undefined) return <span>{t('create.characters', { count })}</span>
  return (
    <span className={count > maxLength ? styles.over : undefined}>
      {t('create.count_of', { count, max: maxLength.toLocaleString('en') })}
    </span>
  )
}
