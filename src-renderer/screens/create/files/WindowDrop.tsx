import '../../../i18n/lazyTexts.ts'
import { useEffect, useState } from 'react'
import { Download } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import textStyles from '../../../ui/layout/text.module.css'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import styles from './FileInput.module.css'

/** The label of the field that dropped files would go to; null if no field takes them. */
type DropHint = { label: string | null }

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
const fileTypesOf = (data: DataTransfer | null): string[] =>
  [...(data?.items ?? [])].filter(({ kind }) => kind === 'file').map(({ type }) => type)
const targetAt = (target: EventTarget | null) =>
  target instanceof Element
    ? targetByName(target.closest<HTMLElement>('[data-file-field]')?.dataset['fileField'])
    : undefined

/** Files dropped anywhere, or pasted, go to the first field that takes their kind; dropped on a field, into that one. */
export function WindowDrop() {
  const [hint, setHint] = useState<DropHint | null>(null)
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      const target = targetAt(event.target) ?? targetForTypes(fileTypesOf(event.dataTransfer))
      event.dataTransfer.dropEffect = target ? 'copy' : 'none'
      const label = target?.field.label ?? null
      setHint((current) => (current?.label === label ? current : { label }))
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHint(null)
    }
    const onDrop = (event: DragEvent) => {
      setHint(null)
      if (!hasFiles(event)) return
      event.preventDefault()
      const target = targetAt(event.target) ?? targetForTypes(fileTypesOf(event.dataTransfer))
      void target?.addFiles([...(event.dataTransfer?.files ?? [])])
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
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    document.addEventListener('paste', onPaste)
    return () => {
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
  if (!hint) return null
  return (
    <div className={styles.dropOverlay} data-none={hint.label === null || undefined} aria-hidden>
      <div className={styles.dropHint}>
        <Download />
        <b className={textStyles.title}>
          {hint.label === null ? t('files.drop_none') : t('files.drop_on', { label: hint.label })}
        </b>
        {hint.label !== null && <span>{t('files.drop_text')}</span>}
      </div>
    </div>
  )
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null

interface FileTarget {
  field: FieldOf<'file'>
  addFiles: (files: readonly File[]) => Promise<void>
}

/** File fields on screen, as targets of drops and pastes. */
const targets = new Map<string, FileTarget>()

export function registerFileTarget(target: FileTarget): () => void {
  targets.set(target.field.name, target)
  return () => {
    if (targets.get(target.field.name) === target) targets.delete(target.field.name)
  }
}

export const targetByName = (name: string | undefined): FileTarget | undefined =>
  name === undefined ? undefined : targets.get(name)

/** The first field on screen that accepts one of these MIME types; unknown types are accepted by all. */
export function targetForTypes(types: readonly string[]): FileTarget | undefined {
  const inOrder = [...document.querySelectorAll<HTMLElement>('[data-file-field]')].flatMap(
    ({ dataset }) => targetByName(dataset['fileField']) ?? [],
  )
  return inOrder.find(({ field }) => types.some((type) => acceptsType(field, type)))
}

const acceptsType = ({ media }: FieldOf<'file'>, type: string): boolean => {
  const [kind] = type.split('/')
  return (
    !['image', 'video', 'audio', 'text'].includes(kind ?? '') ||
    media.some((kindOfField) => kindOfField === kind)
  )
}
