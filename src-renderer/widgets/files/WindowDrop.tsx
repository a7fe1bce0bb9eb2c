import '../../i18n/lazyTexts.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Download } from 'lucide-react'
import { bridge } from '../../host/bridge.ts'
import { t } from '../../i18n/t.ts'
import textStyles from '../../ui/layout/text.module.css'
import { targetByName, targetForTypes } from './fileTargets.ts'
import { importDropped } from './importDropped.ts'
import { importRun } from './importRun.ts'
import { openedFiles, openFiles } from './openedFiles.ts'
import styles from './WindowDrop.module.css'

const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))
const OpenFileDialog = lazy(async () => ({ default: (await import('./OpenFileDialog.tsx')).OpenFileDialog }))

/** The label of the field that dropped files would go to; null if they would be opened. */
type DropHint = { label: string | null }

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
const fileTypesOf = (data: DataTransfer | null): string[] =>
  [...(data?.items ?? [])].filter(({ kind }) => kind === 'file').map(({ type }) => type)
/** The dropped files and folders. */
const entriesOf = (data: DataTransfer | null): FileSystemEntry[] =>
  [...(data?.items ?? [])].flatMap((item) => ('webkitGetAsEntry' in item && item.webkitGetAsEntry()) || [])
const targetAt = (target: EventTarget | null) =>
  target instanceof Element
    ? targetByName(target.closest<HTMLElement>('[data-file-field]')?.dataset['fileField'])
    : undefined
/** The rest of the window can't be used while a dialog is open. */
const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/**
 * Files dropped anywhere, or pasted, go to the first field that takes their kind; dropped on a field, into that one. Dropped files that no
 * field takes are opened: their parameters can be used, and they can be added to the library. Folders, with files dropped beside them, are
 * imported.
 */
export function WindowDrop() {
  const [hint, setHint] = useState<DropHint | null>(null)
  const files = openedFiles((state) => state.files)
  const { run, isShown } = importRun()
  useEffect(() => {
    /** Whether a drag that began in this window is going on, such as that of a picture. */
    let isOwnDrag = false
    // A page that prevents a drag starts none, unless the host starts it.
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
      // No field takes a folder, but what is dragged is known only once it's dropped.
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
    // A drag that the host started has no `dragend`, and the pointer doesn't move in the page during any drag.
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
              {hint.label === null ? t('opened.drop') : t('files.drop_on', { label: hint.label })}
            </b>
            <span>{t(hint.label === null ? 'opened.drop_text' : 'files.drop_text')}</span>
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
