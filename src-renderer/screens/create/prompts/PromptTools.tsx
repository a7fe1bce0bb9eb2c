import { promptCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { findCommand } from '../../../lib/keys.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { History, NotebookText } from 'lucide-react'
import { showProblem } from '../../../host/problemOf.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { SnippetCompletion } from '../snippets/SnippetCompletion.tsx'
import { stepperOf } from './PromptStepper.ts'

const PromptList = lazy(async () => ({ default: (await import('./PromptList.tsx')).PromptList }))

interface Props {
  operation: string
  field: string
  /** DOM id of the text area. */
  id: string
  text: string
  onTextChange: (text: string) => void
}

/**
 * Earlier prompts of a text field: Alt+Up and Alt+Down step through them, and the button opens a list. Beside it are the snippets,
 * which are also suggested after `__`.
 */
export function PromptTools({ operation, field, id, text, onTextChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [announced, setAnnounced] = useState('')
  const button = useRef<HTMLSpanElement>(null)
  const stepper = stepperOf(operation, field)
  const show = (next: string | null) => {
    if (next === null) return
    onTextChange(next)
    setAnnounced(next)
  }
  /** Shows the prompt before `current`, unless the text was edited while it was loading. */
  const showOlder = useEffectEvent((current: string, older: string | null) => {
    if (text === current) show(older)
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = findCommand(promptCommands, event)
    if (command === undefined) return
    event.preventDefault()
    if (command === 'list') setOpen(true)
    else if (command === 'older') stepper.older(text).then((older) => showOlder(text, older), showProblem)
    else show(stepper.newer(text))
  })
  useEffect(() => {
    const area = document.getElementById(id)
    const listener = (event: KeyboardEvent) => onKey(event)
    area?.addEventListener('keydown', listener)
    return () => area?.removeEventListener('keydown', listener)
  }, [id])
  const focusField = () => document.getElementById(id)?.focus()
  return (
    <>
      <SnippetCompletion areaId={id} />
      <SnippetsButton areaId={id} />
      <span ref={button}>
        <IconButton
          size="small"
          label={t('formTools.prompts')}
          command={promptCommands.list}
          icon={<History />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {/* The text area announces only what is typed. */}
        <VisuallyHidden>
          <output>{announced}</output>
        </VisuallyHidden>
        {isOpen && (
          <Suspense>
            <PromptList
              anchor={button}
              operation={operation}
              field={field}
              onClose={() => setOpen(false)}
              onPick={(chosen) => {
                setOpen(false)
                stepper.replace(text, chosen)
                onTextChange(chosen)
                focusField()
              }}
            />
          </Suspense>
        )}
      </span>
    </>
  )
}

const SnippetsDialog = lazy(async () => ({
  default: (await import('../snippets/SnippetsDialog.tsx')).SnippetsDialog,
}))

/** Opens the snippets. `areaId` is the DOM id of the text area whose selection a new snippet gets. */
function SnippetsButton({ areaId }: { areaId: string }) {
  const [selectedText, setSelectedText] = useState<string>()
  return (
    <>
      <IconButton
        size="small"
        label={t('snippets.title')}
        icon={<NotebookText />}
        aria-haspopup="dialog"
        aria-expanded={selectedText !== undefined}
        onClick={() => setSelectedText(readSelection(areaId))}
      />
      {selectedText !== undefined && (
        <Suspense>
          <SnippetsDialog selectedText={selectedText} onClose={() => setSelectedText(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** The selected text of a text area, which keeps its selection while a button has the focus. */
function readSelection(areaId: string): string {
  const area = document.getElementById(areaId)
  return area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart, area.selectionEnd) : ''
}
