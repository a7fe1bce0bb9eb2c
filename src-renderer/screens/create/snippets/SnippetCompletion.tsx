import { useEffect, useId, type RefObject, useEffectEvent, useRef, useState } from 'react'
import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { useSnippets } from './useSnippets.ts'
import { hasModifier } from '../../../lib/keys.ts'
import {
  type Completion,
  completionAt,
  matchSnippets,
  findTextBox,
  replaceText,
  type TextBox,
} from './completion.ts'
import { insertedText, linesOf } from './wildcardLists.ts'
import listStyles from '../../../ui/fields/PickerList.module.css'
import rowStyles from '../../../ui/layout/row.module.css'
import styles from './snippets.module.css'

const NONE: readonly Snippet[] = []

/**
 * Suggests snippets after `__` in a text area or a text box of one line, which keeps the focus. It remains a text box for screen
 * readers: HTML allows no other role for a text area, and a combobox would have a single line. `areaId` is its DOM id.
 */
export function SnippetCompletion({ areaId }: { areaId: string }) {
  const { snippets = NONE } = useSnippets()
  const { area, options, active, setActive, take, close } = useCompletion(areaId, snippets)
  const listId = useId()
  const optionId = (index: number) => `${listId}-${index}`
  const isOpen = options.length > 0
  const canComplete = snippets.length > 0
  useEffect(() => {
    if (!canComplete) return
    return setAttributes(area.current, { 'aria-autocomplete': 'list' })
  }, [area, canComplete])
  const activeId = isOpen ? optionId(active) : undefined
  useEffect(() => {
    if (activeId === undefined) return
    document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
    return setAttributes(area.current, { 'aria-controls': listId, 'aria-activedescendant': activeId })
  }, [area, listId, activeId])
  if (!isOpen) return null
  return (
    <Popover anchor={area} onClose={close} matchAnchorWidth className={styles.popover}>
      <div id={listId} role="listbox" aria-label={t('snippets.title')} className={styles.options}>
        {options.map((snippet, index) => (
          <div
            key={snippet.name}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes(styles.option, index === active && listStyles.active)}
            // The text area keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(snippet)}
            onKeyDown={(event) => event.key === 'Enter' && take(snippet)}
            onPointerMove={() => setActive(index)}
          >
            <SnippetText snippet={snippet} />
          </div>
        ))}
      </div>
    </Popover>
  )
}

/** Sets attributes of an element that another component renders. Returns a function that removes them. */
function setAttributes(element: Element | null, attributes: Record<string, string>): () => void {
  for (const [name, value] of Object.entries(attributes)) element?.setAttribute(name, value)
  return () => {
    for (const name of Object.keys(attributes)) element?.removeAttribute(name)
  }
}

interface OpenCompletion extends Completion {
  /** Index of the active suggestion. */
  active: number
}

interface Suggestions {
  area: RefObject<TextBox | null>
  /** Empty while the list is closed. */
  options: readonly Snippet[]
  active: number
  setActive: (index: number) => void
  /** Replaces the typed part of the reference with a suggestion. */
  take: (snippet: Snippet) => void
  close: () => void
}

/** Suggestions for the reference that is being typed in a text box. They open only when `__` is typed or pasted. */
function useCompletion(areaId: string, snippets: readonly Snippet[]): Suggestions {
  const area = useRef<TextBox>(null)
  const [open, setOpen] = useState<OpenCompletion | null>(null)
  const options = open ? matchSnippets(snippets, open.part) : []
  const active = Math.min(open?.active ?? 0, options.length - 1)
  const setActive = (index: number) => setOpen((current) => current && { ...current, active: index })
  const close = () => setOpen(null)
  const take = (snippet: Snippet) => {
    if (!area.current || !open) return
    close()
    // The text may have been replaced by an earlier prompt.
    const found = completionAt(area.current.value, open.end)
    if (found?.start === open.start) replaceText(area.current, found, insertedText(snippet))
  }
  const update = useEffectEvent((event: Event) => {
    const element = area.current
    if (!element || (event instanceof InputEvent && event.isComposing)) return
    const { value, selectionStart, selectionEnd } = element
    // A box that isn't for text, such as one for numbers, has no selection.
    const found =
      selectionEnd !== null && selectionStart === selectionEnd ? completionAt(value, selectionEnd) : null
    const isTyped = event instanceof InputEvent && event.inputType.startsWith('insert')
    setOpen((current) => {
      const isSame = found !== null && current?.start === found.start
      if (isSame && current.part === found.part) return current
      return found && (isSame || (isTyped && found.part === '')) ? { ...found, active: 0 } : null
    })
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (options.length === 0) return
    const isModified = hasModifier(event) || event.shiftKey
    const last = options.length - 1
    const moves: Record<string, number> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active === 0 ? last : active - 1,
    }
    const next = isModified ? undefined : moves[event.key]
    const chosen = event.key === 'Enter' || (event.key === 'Tab' && !isModified) ? options[active] : undefined
    if (next === undefined && !chosen) return
    event.preventDefault()
    // Ctrl+Enter runs the form, which is not what Enter in a list means.
    event.stopPropagation()
    if (next !== undefined) setActive(next)
    if (chosen) take(chosen)
  })
  useEffect(() => {
    const element = findTextBox(areaId)
    if (!element) return
    area.current = element
    const listeners = new AbortController()
    const { signal } = listeners
    element.addEventListener('keydown', (event) => event instanceof KeyboardEvent && onKeyDown(event), {
      signal,
    })
    // At the document, so that React handles the event first. Otherwise this update would restore the old text.
    for (const type of ['input', 'compositionend', 'keyup', 'click'])
      document.addEventListener(type, (event) => event.target === element && update(event), { signal })
    return () => listeners.abort()
  }, [areaId])
  return { area, options, active, setActive, take, close }
}

/** The name of a snippet above its first line, with the number of lines if it is a wildcard list. */
export function SnippetText({ snippet: { name, text } }: { snippet: Snippet }) {
  const lines = linesOf(text)
  const count = lines.length > 1 ? [t('snippets.lines', { count: lines.length })] : []
  return (
    <span className={rowStyles.text}>
      <span dir="auto" className={rowStyles.title}>
        {name}
      </span>
      <span dir="auto" className={rowStyles.sub}>
        {[...count, lines[0] ?? text.trim()].join(' · ')}
      </span>
    </span>
  )
}
