import { useEffect, useState } from 'react'
import { Download } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { targetFor, targetNamed } from './fileTargets.ts'
import textStyles from '../../../ui/text.module.css'
import styles from './WindowDrop.module.css'

/** The field that dropped files would go to; null for none. */
type Hint = { label: string | null }

const isFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
const typesOf = (data: DataTransfer | null): string[] =>
  [...(data?.items ?? [])].filter(({ kind }) => kind === 'file').map(({ type }) => type)
const fieldUnder = (target: EventTarget | null) =>
  target instanceof Element
    ? targetNamed(target.closest<HTMLElement>('[data-file-field]')?.dataset['fileField'])
    : undefined

/** Files dropped anywhere, or pasted, go to the first field that takes their kind; dropped on a field, into that one. */
export function WindowDrop() {
  const [hint, setHint] = useState<Hint | null>(null)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!isFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      const target = fieldUnder(event.target) ?? targetFor(typesOf(event.dataTransfer))
      event.dataTransfer.dropEffect = target ? 'copy' : 'none'
      const label = target?.field.label ?? null
      setHint((now) => (now?.label === label ? now : { label }))
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHint(null)
    }
    const drop = (event: DragEvent) => {
      setHint(null)
      if (!isFiles(event)) return
      event.preventDefault()
      const target = fieldUnder(event.target) ?? targetFor(typesOf(event.dataTransfer))
      void target?.take([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Words copied from a document may bring an image of themselves: in a text field the words are meant.
      const words = event.clipboardData?.types.includes('text/plain') === true
      if (files.length === 0 || (words && isTextField(event.target))) return
      const target = fieldUnder(event.target) ?? targetFor(files.map(({ type }) => type))
      if (!target) return
      event.preventDefault()
      void target.take(files)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
  if (!hint) return null
  return (
    <div className={styles.veil} data-none={hint.label === null || undefined} aria-hidden>
      <div className={styles.card}>
        <Download />
        <b className={textStyles.title}>
          {hint.label === null ? t('files.drop_none') : t('files.drop_on', { label: hint.label })}
        </b>
        {hint.label !== null && <span>{t('files.drop_words')}</span>}
      </div>
    </div>
  )
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null
