import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import badgeStyles from '../../../ui/layout/badge.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { RovingGroup } from '../../../ui/RovingGroup.tsx'
import { resultHandlers } from '../../../widgets/results/menu/resultMenu.ts'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { galleryView } from '../galleryView.ts'
import styles from './MeaningView.module.css'

interface Props {
  ranking: RouteOutput<'meaning.rank'>
  /** `order`: the ids of all results shown. */
  onOpen: (id: string, order: string[]) => void
}

/** The closest results with their similarities, and how many were compared. */
export function RankedResults({ ranking, onOpen }: Props) {
  const { results, ready, total, isTextReady } = ranking
  const size = galleryView((state) => state.rowHeight)
  const ids = results.map(({ tile }) => tile.id)
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
          return (
            <button
              key={tile.id}
              type="button"
              className={styles.result}
              style={{ width: size, height: size }}
              title={title}
              aria-label={t('meaning.result', { title, similarity: figure })}
              draggable
              {...resultHandlers(() => ({ ids: [tile.id] }))}
              onClick={() => onOpen(tile.id, ids)}
            >
              <Thumb asset={tile} alt="" caption={tile.title} />
              <span className={classes(badgeStyles.badge, badgeStyles.corner)} aria-hidden>
                {figure}
              </span>
            </button>
          )
        })}
      </RovingGroup>
    </>
  )
}
