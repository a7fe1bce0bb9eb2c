import { useState } from 'react'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { COUNT_LIMIT } from '../../../../src-preload/constraints/limits.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { navigate } from '../../../router/navigate.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { resultHandlers } from '../menu/resultMenu.ts'
import { Thumb } from '../../thumbs/Thumb.tsx'
import { useLocation } from '../../../router/useLocation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { similarPath } from '../../library/filterUrl.ts'
import { useEmbeddingTask } from '../../library/useEmbeddingTask.ts'
import panelStyles from '../../../ui/layout/panel.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './SimilarResults.module.css'

const MAX_IMAGES = 12

/** Images in the library that look like this one, searched when the section is opened. */
export function SimilarImages({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('viewers.similar')} className={panelStyles.section}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles.heading}>{t('viewers.similar')}</summary>
        {isOpen && <Matches id={id} />}
      </details>
    </section>
  )
}

function Matches({ id }: { id: string }) {
  const { data, error } = useApiQuery('library.similar', { id, limit: MAX_IMAGES }, { staleTime: 0 })
  if (error && !data) return <p className={textStyles.note}>{problemMessage(problemOf(error)).summary}</p>
  if (!data) return <Skeleton height={96} />
  const { similar, missing } = data
  return (
    <>
      {similar.length === 0 ? (
        <p className={textStyles.note}>{t('viewers.similar_none')}</p>
      ) : (
        <ul className={styles.images}>
          {similar.map(({ tile }) => {
            const title = tile.title.trim() || t('gallery.untitled')
            return (
              <li key={tile.id}>
                <button
                  type="button"
                  className={styles.image}
                  title={title}
                  aria-label={title}
                  draggable
                  {...resultHandlers(() => ({ ids: [tile.id] }))}
                  onClick={() => navigate(`gallery/${encodeURIComponent(tile.id)}`)}
                >
                  <Thumb asset={tile} alt="" />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {missing > 0 && (
        <p className={textStyles.note}>
          {missing >= COUNT_LIMIT
            ? t('viewers.similar_many_missing')
            : t('viewers.similar_missing', { count: missing })}
        </p>
      )}
    </>
  )
}

/** A button that opens the gallery with its results sorted by how similar their meaning is to that of the result `id`. */
export function SimilarByMeaning({ id }: { id: string }) {
  const task = useEmbeddingTask()
  const { screen, query } = useLocation()
  if (task === undefined) return null
  const shownQuery = screen === 'gallery' ? query : new URLSearchParams()
  return (
    <section aria-label={t('meaning.similar')} className={panelStyles.section}>
      <h3>{t('meaning.similar')}</h3>
      <p className={textStyles.note}>{t('meaning.similar_text')}</p>
      <Button size="small" onClick={() => navigate(similarPath(shownQuery, id))}>
        {t('meaning.similar_action')}
      </Button>
    </section>
  )
}
