import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Shuffle } from 'lucide-react'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { MAX_BATCH_ROWS } from '../../../../src-preload/constraints/limits.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { valuesToSend } from '../../../widgets/forms/formValues.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { entryId, useForm } from '../model/useForm.ts'
import { stepperOf } from './PromptStepper.ts'
import { countJobs, pickAll, type PromptSyntax, readSyntax, textsOf } from './promptSyntax.ts'
import { listsUsedBy, referenceTo, type WildcardLists, wildcardListsOf } from '../snippets/wildcardLists.ts'
import { findTextBox, replaceText } from '../snippets/completion.ts'
import { useSnippets } from '../snippets/useSnippets.ts'
import noteStyles from '../../../ui/layout/note.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import styles from '../snippets/snippets.module.css'

const BatchDialog = lazy(async () => ({ default: (await import('../batch/BatchDialog.tsx')).BatchDialog }))

interface Props {
  field: string
  text: string
  onTextChange: (text: string) => void
}

/**
 * Tells the user that a text has options in braces or refers to wildcard lists. They aren't replaced when the form is sent, because the
 * shown price is that of the shown text. The user replaces them beforehand, or makes a batch, whose rows have their own prices.
 */
export function WildcardNote({ field, text, onTextChange }: Props) {
  const { form } = useForm()
  const lists = useWildcardLists()
  const pick = (picked: string) => {
    // The user can step back to the text with the references.
    stepperOf(form.operation, field).replace(text, picked)
    onTextChange(picked)
    document.getElementById(entryId(field))?.focus()
  }
  return (
    <ReferenceNote lists={lists} text={text} onPick={pick}>
      <BatchButton lists={lists} />
    </ReferenceNote>
  )
}

/**
 * The same note for one of several texts, without a batch, whose rows have one text each. `boxId` is the DOM id of the
 * text's box.
 */
export function TextListNote({ boxId, text }: { boxId: string; text: string }) {
  const pick = (picked: string) => {
    const box = findTextBox(boxId)
    // Ctrl+Z restores the text with the references.
    if (box) replaceText(box, { start: 0, end: box.value.length }, picked)
  }
  return <ReferenceNote lists={useWildcardLists()} text={text} onPick={pick} />
}

function useWildcardLists(): WildcardLists {
  const { snippets } = useSnippets()
  return useMemo(() => wildcardListsOf(snippets ?? []), [snippets])
}

interface ReferenceNoteProps {
  lists: WildcardLists
  text: string
  /** Gets the text with a line of each list in place of its name. */
  onPick: (picked: string) => void
  children?: ReactNode
}

function ReferenceNote({ lists, text, onPick, children }: ReferenceNoteProps) {
  const syntax = useMemo(() => readSyntax(text, lists), [text, lists])
  const sentences = describeSyntax(syntax)
  if (sentences.length === 0) return null
  const canPick = syntax.lists.length > 0 || syntax.hasOptions
  return (
    <div className={classes(noteStyles.note, noteStyles.small)}>
      <Shuffle aria-hidden />
      <div>
        <p role="status">{sentences.join(' ')}</p>
        {canPick && (
          <div className={classes(toolbarStyles.actions, styles.actions)}>
            {children}
            <Button size="small" onClick={() => onPick(pickAll(text, lists, Math.random))}>
              {t('snippets.pick')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

function describeSyntax({ lists, unknown, hasOptions, problem }: PromptSyntax): string[] {
  const namesOf = (names: string[]) => ({ names: names.map(referenceTo).join(', '), count: names.length })
  return [
    ...(hasOptions ? [t('snippets.options')] : []),
    ...(lists.length > 0 ? [t('snippets.references', namesOf(lists))] : []),
    ...(unknown.length > 0 ? [t('snippets.no_lists', namesOf(unknown))] : []),
    ...(problem ? [problemMessage(problem).summary, t('snippets.as_written')] : []),
  ]
}

/**
 * The same at the button, for all texts of the form, because the field may be out of sight or the form may be run by its shortcut. The note
 * at the field and the button below it lead to a batch.
 */
export function SentAsWrittenNote() {
  const { form } = useForm()
  const lists = useWildcardLists()
  const sent = useSentValues()
  const labels = form.fields.flatMap(({ kind, name, label }) => {
    const text = sent[name]
    if (kind !== 'text' || typeof text !== 'string') return []
    const { lists: names, hasOptions } = readSyntax(text, lists)
    return hasOptions || names.length > 0 ? [label] : []
  })
  if (labels.length === 0) return null
  return (
    <p role="status" className={textStyles.label}>
      {t('snippets.field_as_written', { fields: labels.join(', ') })}
    </p>
  )
}

/** The values that a click on the button would send. */
function useSentValues() {
  const { form } = useForm()
  const values = draftStore((draft) => draft.values[form.operation])
  const picked = draftStore((draft) => draft.picked[form.operation])
  return useMemo(() => valuesToSend(form, values ?? {}, picked), [form, values, picked])
}

/** Opens the batch dialog with the options and the lists of the form's texts. Absent if one of them can't be read. */
function BatchButton({ lists }: { lists: WildcardLists }) {
  const { form } = useForm()
  const sent = useSentValues()
  const texts = useMemo(() => textsOf(form, sent), [form, sent])
  const count = useMemo(() => countJobs(texts, lists), [texts, lists])
  const [used, setUsed] = useState<Record<string, string[]>>()
  if (count === null) return null
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setUsed(listsUsedBy(texts, lists))}>
        {count > MAX_BATCH_ROWS ? t('snippets.large_batch') : t('snippets.batch', { count })}
      </Button>
      {used && (
        <Suspense>
          <BatchDialog form={form} values={sent} lists={used} onClose={() => setUsed(undefined)} />
        </Suspense>
      )}
    </>
  )
}
