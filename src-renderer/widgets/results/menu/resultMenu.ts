import type { DragEvent, MouseEvent } from 'react'
import { MAX_IDS } from '../../../../src-preload/constraints/limits.ts'
import { create } from 'zustand'
import { bridge } from '../../../host/bridge.ts'
import { showProblem } from '../../../host/problemOf.ts'
import { isTextField } from '../../../ui/useShortcuts.ts'

/** Results that a context menu or a drag applies to. */
export interface ResultTarget {
  /** The result, or all selected ones. */
  ids: readonly string[]
  /** State of the selection, if there are several results: whether it is in the trash, and whether all are starred, if that is known. */
  selection?: { areInTrash: boolean; areStarred: boolean | undefined }
  /** Replaces "Move to trash" and "Restore" where a screen must do more, for example clear the selection. */
  onRemove?: () => void
}

export interface MenuRequest extends ResultTarget {
  /** Position of the menu in the window. */
  x: number
  y: number
  /** The element in which the menu is rendered; an open dialog makes everything outside it inert. */
  container: Element
  /** Gets the focus back when the menu closes. */
  opener: HTMLElement | null
}

interface MenuState {
  request: MenuRequest | undefined
  /** Whether a menu has been requested; its component is loaded then. */
  wasRequested: boolean
}

/** The open context menu of results. */
export const resultMenu = create<MenuState>(() => ({ request: undefined, wasRequested: false }))

/**
 * Handlers for an element that shows results: right click, Shift+F10, the menu key and a long press open their menu,
 * and dragging drags their files out of the window. `find` returns the results at the target of an event.
 */
export const resultHandlers = (find: (target: Element) => ResultTarget | undefined) => ({
  onContextMenu: (event: MouseEvent) => {
    const { target } = event
    // A result inside this one has opened its menu.
    if (event.defaultPrevented) return
    const results = target instanceof Element && !keepsOwnMenu(target) ? find(target) : undefined
    if (!results || !(target instanceof Element)) return
    event.preventDefault()
    resultMenu.setState({
      wasRequested: true,
      request: {
        ...results,
        x: event.clientX,
        y: event.clientY,
        container: target.closest('dialog') ?? document.body,
        opener: target.closest<HTMLElement>('button, a, [tabindex]'),
      },
    })
  },
  onDragStart: (event: DragEvent) => {
    const { target } = event
    const results = target instanceof Element && !event.defaultPrevented ? find(target) : undefined
    if (!results) return
    // Electron starts its own drag, because a page can't drag files by their path; the browser host has none.
    event.preventDefault()
    void dragOut(results.ids)
  },
})

async function dragOut(ids: readonly string[]): Promise<void> {
  try {
    // Keeps the call valid. The host rejects a drag of so many files anyway.
    const outcome = await bridge().dragOut?.(ids.slice(0, MAX_IDS))
    if (outcome && (!outcome.ok || outcome.data.leftOut > 0))
      // Loads the texts of these messages, which the start doesn't need.
      (await import('../actions/announceDrag.ts')).announceDrag(outcome)
  } catch (error) {
    showProblem(error)
  }
}

/** Text fields, popovers and selected text keep their own context menu. */
function keepsOwnMenu(target: Element): boolean {
  const selection = getSelection()
  return (
    isTextField(target) ||
    target.closest('[popover]') !== null ||
    (selection?.isCollapsed === false && selection.containsNode(target, true))
  )
}
