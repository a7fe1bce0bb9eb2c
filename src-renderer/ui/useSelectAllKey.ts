import { type RefObject, useEffect, useEffectEvent } from 'react'
import { listCommands } from '../../src-preload/shared/keymap/lazyCommands.ts'
import { findCommand } from '../lib/keys.ts'
import { isTextField } from './useShortcuts.ts'

/** Ctrl+A selects all entries of a list, unless the focus is elsewhere, such as in a text field, or a dialog is open. */
export function useSelectAllKey(list: RefObject<HTMLElement | null>, selectAll: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (findCommand(listCommands, event) !== 'selectAll' || event.defaultPrevented) return
    const { activeElement } = document
    const isInList = activeElement === document.body || list.current?.contains(activeElement)
    if (!isInList || isTextField(activeElement) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    selectAll()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
