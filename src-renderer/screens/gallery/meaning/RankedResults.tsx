import { Check } from 'lucide-react'
import { useEffect } from 'react'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import badgeStyles from '../../../ui/layout/badge.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { RovingGroup } from '../../../ui/RovingGroup.tsx'
import { resultHandlers, type ResultTarget } from '../../../widgets/results/menu/resultMenu.ts'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { clickCommand } from '../core/interaction.ts'
import { galleryView } from '../galleryView.ts'
import tileStyles from '../GalleryTile.module.css'
import styles from './MeaningView.module.css'

export interface RankedResultsProps {
  ranking: RouteOutput<'meaning.rank'>
  /** Undefined while nothing is being selected. */
  selectedIds: ReadonlySet<string> | undefined
  /** Called with the results in their order, and with none once they are no longer shown. */
  onRanked: (tiles: readonly Tile[]) => void
  onOpen: (id: string) => void
  /** `range`: also selects the results between this one and the last selected one. */
  onSelect: (id: string, range: boolean) => void
}

/** The closest results with their similarities, and how many were compared. */
export function RankedResults({ ranking, selectedIds, onRanked, onOpen, onSelect }: RankedResultsProps) {
  const { results, ready, total, isTextReady } = ranking
  const size = galleryView((state) => state.rowHeight)
  useEffect(() => {
    onRanked(results.map(({ tile }) => tile))
    return () => onRanked([])
  }, [results, onRanked])
  const isSelecting = selectedIds !== undefined
  /** The menu and the drag of a selected result apply to all selected ones. */
  const targetOf = (id: string): ResultTarget => {
    const selected = selectedIds?.has(id) ? results.filter(({ tile }) => selectedIds.has(tile.id)) : []
    if (selected.length < 2) return { ids: [id] }
    return {
      ids: selected.map(({ tile }) => tile.id),
      selection: { areInTrash: false, areStarred: selected.every(({ tile }) => tile.starredAt !== null) },
    }
  }
  if (total === 0) return <EmptyState title={t('meaning.none')}>{t('meaning.none_text')}</EmptyState>
  if (!isTextReady || results.length === 0)
    return <EmptyState title={t('meaning.not_ready')}>{t('meaning.not_ready_text')}</EmptyState>
  const shown = results.length < ready ? t('meaning.closest', { shown: results.length }) : ''
  return (
    <>
      <p role="status" className={classes(textStyles.note, styles.compared)}>
        {[t('meaning.compared', { ready, count: total }), shown].filter(Boolean).join(' · ')}
      </p>
      <RovingGroup label={t('meaning.results')} className={styles.results}>
        {results.map(({ tile, similarity }) => {
          const title = tile.title.trim() || t('gallery.untitled')
          const figure = similarity.toFixed(3)
          const isSelected = selectedIds?.has(tile.id)
          return (
            <button
              key={tile.id}
              type="button"
              aria-pressed={isSelected}
              className={classes(styles.result, isSelected && tileStyles.picked)}
              style={{ width: size, height: size }}
              title={title}
              aria-label={t('meaning.result', { title, similarity: figure })}
              draggable
              {...resultHandlers(() => targetOf(tile.id))}
              onClick={(event) => {
                const command = clickCommand(event, tile, { isOnStar: false, isSelecting })
                if (command.kind === 'select') onSelect(tile.id, command.range)
                else onOpen(tile.id)
              }}
            >
              <span className={tileStyles.image}>
                <Thumb asset={tile} alt="" caption={tile.title} />
              </span>
              <span className={classes(badgeStyles.badge, badgeStyles.corner)} aria-hidden>
                {figure}
              </span>
              {isSelecting && (
                <span className={tileStyles.mark} aria-hidden>
                  {isSelected && <Check />}
                </span>
              )}
            </button>
          )
        })}
      </RovingGroup>
    </>
  )
}
