import { useApiQuery } from '../../../host/useApiQuery.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import textStyles from '../../../ui/text.module.css'
import { classes } from '../../../ui/classes.ts'
import rowStyles from '../../../ui/row.module.css'
import styles from './EmbeddingViewer.module.css'

const MAX_NEIGHBOURS = 12

/** The most similar saved embeddings; a click opens one. */
export function Neighbours({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const { data, error } = useApiQuery('library.neighbours', { id, limit: MAX_NEIGHBOURS })
  if (error) return <p className={textStyles.note}>{problemMessage(problemOf(error)).what}</p>
  if (!data) return <Skeleton height={160} />
  if (data.neighbours.length === 0) return <p className={textStyles.note}>{t('media.no_neighbours')}</p>
  return (
    <ol>
      {data.neighbours.map(({ tile, similarity }) => (
        <li key={tile.id}>
          <button
            type="button"
            className={classes(rowStyles.press, styles.neighbour)}
            onClick={() => onOpen(tile.id)}
          >
            <span className={textStyles.truncate}>{tile.title.trim() || t('gallery.untitled')}</span>
            <span className={styles.bar} aria-hidden>
              <span style={{ width: `${Math.max(0, similarity) * 100}%` }} />
            </span>
            <span className={classes(textStyles.label, styles.figure)}>
              <span className={textStyles.hidden}>{t('media.similarity')} </span>
              {similarity.toFixed(3)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
