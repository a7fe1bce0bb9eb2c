import { Redo2, RotateCcw, Undo2 } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Chip } from '../../../ui/buttons/Chip.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import type { Transcript } from './useTranscript.ts'

type Props = Pick<Transcript, 'undo' | 'redo' | 'revert'> & { edited: boolean }

/** Undo, redo, and a button that restores the original of an edited text. */
export function EditedBar({ edited, undo, redo, revert }: Props) {
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
