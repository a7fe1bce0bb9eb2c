import { Redo2, RotateCcw, Undo2 } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { t } from '../../../i18n/t.ts'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import type { Transcript } from './useTranscript.ts'
import { openDialogs } from '../../../ui/overlays/Dialog.tsx'
import { handlesKey } from '../../../ui/useShortcuts.ts'

type Props = Pick<Transcript, 'undo' | 'redo' | 'revert'> & { edited: boolean }

/** Undo, redo, and a button that restores the original of an edited text. */
export function EditHistoryBar({ edited, undo, redo, revert }: Props) {
  return (
    <>
      {(undo ?? redo) && (
        <>
          <IconButton
            label={t('common.undo')}
            keys="Ctrl Z"
            icon={<Undo2 aria-hidden />}
            disabled={!undo}
            onClick={undo}
          />
          <IconButton
            label={t('common.redo')}
            keys="Ctrl ⇧ Z"
            icon={<Redo2 aria-hidden />}
            disabled={!redo}
            onClick={redo}
          />
        </>
      )}
      {edited && (
        <>
          <Chip tone="accent">{t('media.edited')}</Chip>
          <IconButton label={t('media.revert')} icon={<RotateCcw aria-hidden />} onClick={revert} />
        </>
      )}
    </>
  )
}

/** Ctrl/Cmd+Z undoes and with Shift redoes, except in text fields, which have their own undo. */
export function useUndoKeys(
  viewerRef: RefObject<HTMLElement | null>,
  { undo, redo }: Pick<Transcript, 'undo' | 'redo'>,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return
    const topDialog = openDialogs.getState().list.at(-1)
    if (event.defaultPrevented || handlesKey(event.target, event.key)) return
    if (topDialog && viewerRef.current && !topDialog.contains(viewerRef.current)) return
    const run = key === 'y' || event.shiftKey ? redo : undo
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
