import { type RefObject, useEffect, useRef } from 'react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import textStyles from '../../ui/layout/text.module.css'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import { NoteField } from './NoteField.tsx'
import styles from './organize.module.css'

interface Props {
  anchor: RefObject<HTMLElement | null>
  id: string
  onClose: () => void
}

/** The note of a result in the gallery. */
export function NotePopover({ anchor, id, onClose }: Props) {
  const { data, error, refetch } = useApiQuery('library.asset', { id })
  const content = useRef<HTMLDivElement>(null)
  // Until the note is loaded, typed keys must not trigger the tile's commands.
  useEffect(() => {
    if (!content.current?.contains(document.activeElement)) content.current?.focus()
  }, [])
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      role="dialog"
      aria-label={t('organize.note')}
      className={styles.notePopover}
    >
      <div ref={content} tabIndex={-1} className={styles.noteContent}>
        <p className={textStyles.label}>{t('organize.note')}</p>
        {error && !data ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <NoteField id={id} note={data.note} autoFocus />
        ) : (
          <Skeleton height={52} />
        )}
      </div>
    </Popover>
  )
}
