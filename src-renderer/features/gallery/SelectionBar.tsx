import { RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './GalleryHeader.module.css'
import type { Selection } from './useSelection.ts'

interface Props {
  selection: Selection
  trash: boolean
  all: string[]
  onMove: () => void
}

/** Takes the header's place while results are being picked. */
export function SelectionBar({ selection, trash, all, onMove }: Props) {
  const { ids } = selection
  const end = useEffectEvent(selection.end)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) end()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const Sign = trash ? RotateCcw : Trash2
  return (
    <header className={classes(styles.head, styles.bar)}>
      <h1>
        <output>{t('gallery.selected', { count: ids.size })}</output>
      </h1>
      <span className={styles.sub} />
      <Button look="quiet" onClick={() => selection.all(all)}>
        {t('gallery.select_all')}
      </Button>
      <Button disabled={ids.size === 0} onClick={onMove} icon={<Sign aria-hidden />}>
        {trash ? t('gallery.restore') : t('gallery.to_trash')}
      </Button>
      <Button look="primary" onClick={selection.end}>
        {t('gallery.done')}
      </Button>
    </header>
  )
}
