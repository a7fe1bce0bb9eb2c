import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Shuffle } from 'lucide-react'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { valuesToSend } from '../../../widgets/forms/formValues.ts'
import { entryId, useForm } from '../model/useForm.ts'
import { stepperOf } from './PromptStepper.ts'
import {
  pickAtRandom,
  knownReferences,
  listsUsedBy,
  referenceTo,
  type WildcardLists,
  wildcardListsOf,
} from '../snippets/wildcardLists.ts'
import { findTextBox, replaceText } from '../snippets/completion.ts'
import { useSnippets } from '../snippets/useSnippets.ts'
import noteStyles from '../../../ui/layout/note.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import styles from '../snippets/snippets.module.css'

const BatchDialog = lazy(async () => ({ default: (await import('../batch/BatchDialog.tsx')).BatchDialog }))

interface Props {
  field: string
  text: string
  onTextChange: (text: string) => void
}

/**
 * Tells the user that a text refers to wildcard lists. They aren't replaced when the form is sent, because the shown
 * price is that of the shown text. The user replaces them beforehand, or makes a batch, whose rows have their own
 * prices.
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
      <LinesBatchButton lists={lists} />
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
  const names = knownReferences(text, lists)
  if (names.length === 0) return null
  return (
    <div className={classes(noteStyles.note, noteStyles.small)}>
      <Shuffle aria-hidden />
      <div>
        <p role="status">
          {t('snippets.references', {
            names: names.map(referenceTo).join(', '),
            count: names.length,
          })}
        </p>
        <div className={classes(toolbarStyles.actions, styles.actions)}>
          <Button size="small" onClick={() => onPick(pickAtRandom(text, lists, Math.random))}>
            {t('snippets.pick')}
          </Button>
          {children}
        </div>
      </div>
    </div>
  )
}

/** Opens the batch dialog with the lists that the texts of the form refer to. */
function LinesBatchButton({ lists }: { lists: WildcardLists }) {
  const { form } = useForm()
  const values = draftStore((draft) => draft.values[form.operation])
  const picked = draftStore((draft) => draft.picked[form.operation])
  const sent = useMemo(() => valuesToSend(form, values ?? {}, picked), [form, values, picked])
  const [used, setUsed] = useState<Record<string, string[]>>()
  const open = () => {
    const texts = Object.values(sent).filter((value) => typeof value === 'string')
    setUsed(listsUsedBy(texts, lists))
  }
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={open}>
        {t('snippets.batch')}
      </Button>
      {used && (
        <Suspense>
          <BatchDialog form={form} values={sent} lists={used} onClose={() => setUsed(undefined)} />
        </Suspense>
      )}
    </>
  )
}
