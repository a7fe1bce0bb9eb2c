import { RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import screenStyles from '../../ui/layout/screen.module.css'
import styles from './GalleryHeader.module.css'
import { OrganizeActions } from './OrganizeActions.tsx'
import type { GalleryFilter } from '../../widgets/library/libraryPages.ts'
import type { Selection } from './useSelection.ts'

interface Props {
  selection: Selection
  filter: GalleryFilter
  tiles: readonly Tile[]
  onMove: () => void
}

/** Replaces the header while results are being selected. */
export function SelectionBar({ selection, filter, tiles, onMove }: Props) {
  const { ids } = selection
  const { trash } = filter
  const end = useEffectEvent(selection.end)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) end()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const Icon = trash ? RotateCcw : Trash2
  return (
    <header className={classes(screenStyles.head, styles.bar)}>
      <h1>
        <output>{t('gallery.selected', { count: ids.size })}</output>
      </h1>
      <span className={screenStyles.sub} />
      <Button variant="quiet" onClick={() => selection.selectAll(tiles.map(({ id }) => id))}>
        {t('gallery.select_all')}
      </Button>
      {!trash && (
        <OrganizeActions ids={[...ids]} tiles={tiles} collection={filter.collection} onDone={selection.end} />
      )}
      <Button disabled={ids.size === 0} onClick={onMove} icon={<Icon aria-hidden />}>
        {trash ? t('gallery.restore') : t('gallery.to_trash')}
      </Button>
      <Button variant="primary" onClick={selection.end}>
        {t('gallery.done')}
      </Button>
    </header>
  )
}
