import '../../i18n/lazyTexts.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Download } from 'lucide-react'
import { bridge } from '../../host/bridge.ts'
import { t } from '../../i18n/t.ts'
import { isUnderDialog } from '../../ui/overlays/Dialog.tsx'
import textStyles from '../../ui/layout/text.module.css'
import { targetAt, targetForTypes } from './fileTargets.ts'
import { importDropped } from './importDropped.ts'
import { importRun, resumeImport } from './importRun.ts'
import { openedFiles, openFiles } from './chooseFiles.ts'
import styles from './WindowDrop.module.css'

const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))
const OpenFileDialog = lazy(async () => ({ default: (await import('./OpenFileDialog.tsx')).OpenFileDialog }))

/** What a drop would do. `label`: of the field that would get the files; null if they would be opened. */
type DropHint = { label: string | null }

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
const fileTypesOf = (data: DataTransfer | null): string[] =>
  [...(data?.items ?? [])].filter(({ kind }) => kind === 'file').map(({ type }) => type)
/** The dropped files and folders. */
const entriesOf = (data: DataTransfer | null): FileSystemEntry[] =>
  [...(data?.items ?? [])].flatMap((item) => ('webkitGetAsEntry' in item && item.webkitGetAsEntry()) || [])
/** The rest of the window can't be used while a dialog is open. */
const isDialogOpen = (): boolean => isUnderDialog(null)

/**
 * Handles files that are dropped or pasted. They go to the field they are dropped on, otherwise to the first field
 * that accepts their type; while a dialog is open, only to fields in it. Dropped files that no field accepts are
 * opened: their parameters can be used, and they can be added to the library. Folders are imported, with the files dropped alongside them.
 * Also shows the import that is running, even after a reload of the window.
 */
export function WindowDrop() {
  const [hint, setHint] = useState<DropHint | null>(null)
  const files = openedFiles((state) => state.files)
  const { run, isShown } = importRun()
  useEffect(() => void resumeImport(), [])
  useEffect(() => {
    /** Whether a drag that began in this window, such as that of an image, is in progress. */
    let isOwnDrag = false
    // `preventDefault` cancels a drag, except where the host starts its own instead.
    const onDragStart = (event: DragEvent) => (isOwnDrag = !event.defaultPrevented || 'dragOut' in bridge())
    const onDragEnd = () => (isOwnDrag = false)
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer || isOwnDrag) return
      event.preventDefault()
      const target = targetAt(event.target) ?? targetForTypes(fileTypesOf(event.dataTransfer))
      const isAccepted = target !== undefined || !isDialogOpen()
      event.dataTransfer.dropEffect = isAccepted ? 'copy' : 'none'
      const label = target?.field.label ?? null
      setHint((current) => (!isAccepted ? null : current?.label === label ? current : { label }))
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHint(null)
    }
    const onDrop = (event: DragEvent) => {
      setHint(null)
      if (!hasFiles(event) || isOwnDrag) return
      event.preventDefault()
      const target = targetAt(event.target) ?? targetForTypes(fileTypesOf(event.dataTransfer))
      const dropped = [...(event.dataTransfer?.files ?? [])]
      // No field accepts a folder, but whether one is dragged is known only after the drop.
      const entries = entriesOf(event.dataTransfer)
      if (entries.some(({ isDirectory }) => isDirectory)) {
        if (!isDialogOpen()) void importDropped({ files: dropped, entries })
      } else if (target) void target.addFiles(dropped)
      else if (!isDialogOpen()) openFiles(dropped)
    }
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Text copied from a document may come with an image of it; a text field takes the text.
      const hasText = event.clipboardData?.types.includes('text/plain') === true
      if (files.length === 0 || (hasText && isTextField(event.target))) return
      const target = targetAt(event.target) ?? targetForTypes(files.map(({ type }) => type))
      if (!target) return
      event.preventDefault()
      void target.addFiles(files)
    }
    addEventListener('dragstart', onDragStart)
    addEventListener('dragend', onDragEnd)
    // A drag that the host started fires no `dragend`; pointer events resume only after a drag.
    addEventListener('pointermove', onDragEnd)
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    document.addEventListener('paste', onPaste)
    return () => {
      removeEventListener('dragstart', onDragStart)
      removeEventListener('dragend', onDragEnd)
      removeEventListener('pointermove', onDragEnd)
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
  return (
    <>
      {hint && (
        <div className={styles.overlay} aria-hidden>
          <div className={styles.hint}>
            <Download />
            <b className={textStyles.title}>
              {hint.label === null ? t('imports.drop') : t('files.drop_on', { label: hint.label })}
            </b>
            <span>{t(hint.label === null ? 'imports.drop_text' : 'files.drop_text')}</span>
          </div>
        </div>
      )}
      {run && isShown && (
        <Suspense>
          <ImportDialog run={run} />
        </Suspense>
      )}
      {files.length > 0 && (
        <Suspense>
          <OpenFileDialog files={files} onClose={() => openFiles([])} />
        </Suspense>
      )}
    </>
  )
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null
