import { useRef, useState, type ReactNode } from 'react'
import { NotePopover } from './NotePopover.tsx'
import type { OrganizeCommand } from './organizeKeys.ts'
import { TagEditor } from './TagEditor.tsx'
import { useUndoKey } from './undoStack.ts'
import { useRate } from './useRate.ts'

interface OrganizeInGallery {
  /** Runs a key's command on a result, or on the whole selection if that includes it. */
  onOrganize: (command: OrganizeCommand, id: string, tile: HTMLElement | null) => void
  /** The open tag editor or note. */
  popover: ReactNode
}

/**
 * Keyboard commands for ratings, tags and notes in the gallery, and undo by Ctrl+Z. `selectionOf` returns the selection
 * that includes a result, otherwise only that result.
 */
export function useOrganizeInGallery(selectionOf: (id: string) => string[]): OrganizeInGallery {
  const rate = useRate()
  const [opened, setOpened] = useState<{ kind: 'tags' | 'note'; ids: string[] }>()
  const anchor = useRef<HTMLElement>(null)
  useUndoKey()
  const close = () => setOpened(undefined)
  const [id = ''] = opened?.ids ?? []
  return {
    onOrganize: (command, resultId, tile) => {
      if (command.kind === 'rate') return rate(selectionOf(resultId), command.rating)
      anchor.current = tile
      // A note belongs to one result.
      setOpened({ kind: command.kind, ids: command.kind === 'tags' ? selectionOf(resultId) : [resultId] })
    },
    popover:
      opened?.kind === 'tags' ? (
        <TagEditor
          anchor={anchor}
          ids={opened.ids}
          onClose={() => {
            close()
            anchor.current?.focus()
          }}
        />
      ) : (
        opened && <NotePopover anchor={anchor} id={id} onClose={close} />
      ),
  }
}
