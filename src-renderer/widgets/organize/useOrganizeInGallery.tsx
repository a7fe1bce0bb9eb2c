import { useRef, useState, type ReactNode } from 'react'
import { NotePopover } from './NotePopover.tsx'
import type { OrganizeCommand } from './organizeKeys.ts'
import { TagEditor } from './tags/TagEditor.tsx'
import { useUndoKey } from './undoStack.ts'
import { useRate } from './useRate.ts'

interface OrganizeInGallery {
  /** Runs a key's command on the results of a tile, or on the whole selection if that includes them. */
  onOrganize: (command: OrganizeCommand, ids: readonly string[], tile: HTMLElement | null) => void
  /** The open tag editor or note. */
  popover: ReactNode
}

/**
 * Keyboard commands for ratings, tags and notes in the gallery, and undo by Ctrl+Z. `selectionOf` returns the selection
 * that includes the results of a tile, otherwise only these; none while the selection isn't known yet.
 */
export function useOrganizeInGallery(
  selectionOf: (ids: readonly string[]) => readonly string[],
): OrganizeInGallery {
  const rate = useRate()
  const [opened, setOpened] = useState<{ kind: 'tags' | 'note'; ids: readonly string[] }>()
  const anchor = useRef<HTMLElement>(null)
  useUndoKey()
  const close = () => setOpened(undefined)
  const [id = ''] = opened?.ids ?? []
  return {
    onOrganize: (command, ids, tile) => {
      const selected = selectionOf(ids)
      if (selected.length === 0) return
      if (command.kind === 'rate') return rate(selected, command.rating)
      anchor.current = tile
      // A note belongs to one result: of a stack, to the one on top.
      setOpened({ kind: command.kind, ids: command.kind === 'tags' ? selected : ids.slice(0, 1) })
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
