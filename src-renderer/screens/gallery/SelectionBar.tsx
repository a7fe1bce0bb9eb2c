import { RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import screenStyles from '../../ui/screen.module.css'
import styles from './GalleryHeader.module.css'
import { KeepActions } from './KeepActions.tsx'
import type { GalleryPlace } from '../../widgets/library/galleryPlace.ts'
import type { Selection } from './useSelection.ts'

interface Props {
  selection: Selection
  place: GalleryPlace
  tiles: readonly Tile[]
  onMove: () => void
}

/** Takes the header's place while results are being picked. */
export function SelectionBar({ selection, place, tiles, onMove }: Props) {
  const { ids } = selection
  const { trash } = place
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
    <header className={classes(screenStyles.head, styles.bar)}>
      <h1>
        <output>{t('gallery.selected', { count: ids.size })}</output>
      </h1>
      <span className={screenStyles.sub} />
      <Button look="quiet" onClick={() => selection.all(tiles.map(({ id }) => id))}>
        {t('gallery.select_all')}
      </Button>
      {!trash && (
        <KeepActions ids={[...ids]} tiles={tiles} collection={place.collection} onDone={selection.end} />
      )}
      <Button disabled={ids.size === 0} onClick={onMove} icon={<Sign aria-hidden />}>
        {trash ? t('gallery.restore') : t('gallery.to_trash')}
      </Button>
      <Button look="primary" onClick={selection.end}>
        {t('gallery.done')}
      </Button>
    </header>
  )
}
