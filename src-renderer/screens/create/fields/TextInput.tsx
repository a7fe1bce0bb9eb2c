import { lazy, Suspense, useId } from 'react'
import { directionOf } from '../../../lib/directionOf.ts'
import { Plus } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { FieldFrame } from '../../../ui/fields/FieldFrame.tsx'
import { useEntry, useForm } from '../model/useForm.ts'
import { mayHaveSyntax } from '../prompts/mayHaveSyntax.ts'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import switchStyles from '../../../ui/fields/Switch.module.css'
import styles from './fields.module.css'

const PromptTools = lazy(async () => ({ default: (await import('../prompts/PromptTools.tsx')).PromptTools }))

const Counter = lazy(async () => ({ default: (await import('./Counter.tsx')).Counter }))

const WildcardNote = lazy(async () => ({
  default: (await import('../prompts/WildcardNote.tsx')).WildcardNote,
}))

const SnippetCompletion = lazy(async () => ({
  default: (await import('../snippets/SnippetCompletion.tsx')).SnippetCompletion,
}))

const SeveralTexts = lazy(async () => ({ default: (await import('./SeveralTexts.tsx')).SeveralTexts }))

const SentenceSplitter = lazy(async () => ({
  default: (await import('../split/SplitText.tsx')).SentenceSplitter,
}))

/** A text of one line or more; a text area grows with its text up to a third of the window. */
export function TextInput({ field }: { field: FieldOf<'text'> }) {
  const { id, value, set, choose, touch, error } = useEntry(field.name)
  const { form } = useForm()
  if (field.several !== undefined && Array.isArray(value))
    return (
      <Suspense fallback={<Skeleton height={112} />}>
        <SeveralTexts field={field} texts={value} />
      </Suspense>
    )
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
  const note = mayHaveSyntax(text) && (
    <Suspense>
      <WildcardNote field={field.name} text={text} onTextChange={choose} />
    </Suspense>
  )
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
          {special && (
            <SpecialSwitch
              special={special}
              textKey={`${form.operation}/${field.name}`}
              value={text}
              onValueChange={choose}
            />
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
              dir={directionOf(text)}
              {...controlProps}
              {...aria}
              className={classes(fieldStyles.control, styles.text)}
              rows={field.required ? 4 : 1}
              spellCheck
              onChange={(event) => set(event.target.value)}
            />
            {note}
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
          <>
            <input
              dir="auto"
              {...controlProps}
              {...aria}
              className={classes(fieldStyles.control, styles.text)}
              onChange={(event) => set(event.target.value)}
            />
            <Suspense>
              <SnippetCompletion areaId={id} />
            </Suspense>
            {note}
          </>
        )
      }
    </FieldFrame>
  )
}

/** The texts that special values replaced, by task and field, so that they are kept while another form is open. */
const replacedTexts = new Map<string, string>()

interface SpecialSwitchProps {
  special: NonNullable<FieldOf<'text'>['special']>
  /** The key of the field's text in `replacedTexts`. */
  textKey: string
  value: string
  onValueChange: (value: string) => void
}

/** A switch for a special value instead of text, such as "Instrumental"; switching it off restores the text. */
function SpecialSwitch({ special, textKey, value, onValueChange }: SpecialSwitchProps) {
  const id = useId()
  const isOn = value === special.value
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
          if (!isOn) replacedTexts.set(textKey, value)
          onValueChange(isOn ? (replacedTexts.get(textKey) ?? '') : special.value)
        }}
      />
    </span>
  )
}
