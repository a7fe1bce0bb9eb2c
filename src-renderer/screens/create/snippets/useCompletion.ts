import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasModifier } from '../../../lib/keys.ts'
import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { type Completion, completionAt, matchSnippets } from './completion.ts'
import { findTextBox, replaceText, type TextBox } from './replaceText.ts'
import { insertedText } from './wildcardLists.ts'

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
export function useCompletion(areaId: string, snippets: readonly Snippet[]): Suggestions {
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
    if (options.length === 0 || event.isComposing) return
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
