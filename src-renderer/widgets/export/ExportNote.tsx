import { lazy, Suspense, useEffect, useState } from 'react'
import { FolderOutput } from 'lucide-react'
import type { ExportStatus } from '../../../src-preload/contract/types/export.ts'
import '../../i18n/lazyTexts.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { closeExport, exportRun, isOver, percentOf, resumeExport } from './exportRun.ts'
import styles from './ExportNote.module.css'

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))

/** A note about the export in the background, even after a reload of the window, or about the files it left out. */
export function ExportNote() {
  const run = exportRun((state) => state.run)
  const isShown = exportRun((state) => state.isShown)
  const [openId, setOpenId] = useState<string>()
  useEffect(() => void resumeExport(), [])
  if (!run?.status) return null
  const { id, status } = run
  const isOpen = openId === id
  const close = () => {
    // In the same update as `openId`, so that the note stays and its button gets the focus back.
    exportRun.setState({ isShown: false })
    setOpenId(undefined)
  }
  return (
    <>
      {(isOpen || !isShown) && <Note id={id} status={status} onShow={() => setOpenId(id)} />}
      {isOpen && (
        <Suspense>
          <ExportDialog ids={[]} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

interface NoteProps {
  id: string
  status: ExportStatus
  onShow: () => void
}

function Note({ id, status, onShow }: NoteProps) {
  const cancel = useApiMutation('exports.cancel')
  const show = (
    <Button size="small" variant="quiet" onClick={onShow}>
      {t('exporting.show')}
    </Button>
  )
  if (isOver(status))
    return (
      <NoteBar icon={<FolderOutput aria-hidden />} actions={show} onClose={closeExport}>
        {t('exporting.left_out_note', { count: status.failureCount, target: status.target })}
      </NoteBar>
    )
  const text = t('exporting.in_background', { count: status.files, target: status.target })
  return (
    <NoteBar
      icon={<FolderOutput aria-hidden />}
      actions={
        <>
          {show}
          <Button size="small" disabled={cancel.isPending} onClick={() => cancel.mutate({ id })}>
            {t('exporting.stop')}
          </Button>
        </>
      }
    >
      {text}
      <ProgressBar className={styles.bar} label={text} value={percentOf(status)} />
    </NoteBar>
  )
}
