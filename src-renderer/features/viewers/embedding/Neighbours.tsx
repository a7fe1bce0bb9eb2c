import { useRoute } from '../../../host/useRoute.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemWords } from '../../../lib/problemWords.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './EmbeddingViewer.module.css'

const MOST = 12

/** The saved embeddings most alike, each a way to open it. */
export function Neighbours({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const { data, error } = useRoute('library.neighbours', { id, limit: MOST })
  if (error) return <p className={styles.quiet}>{problemWords(problemOf(error)).what}</p>
  if (!data) return <Skeleton height={160} />
  if (data.neighbours.length === 0) return <p className={styles.quiet}>{t('media.no_neighbours')}</p>
  return (
    <ol className={styles.neighbours}>
      {data.neighbours.map(({ tile, similarity }) => (
        <li key={tile.id}>
          <button type="button" className={styles.neighbour} onClick={() => onOpen(tile.id)}>
            <span className={styles.title}>{tile.title.trim() || t('gallery.untitled')}</span>
            <span className={styles.bar} aria-hidden>
              <span style={{ width: `${Math.max(0, similarity) * 100}%` }} />
            </span>
            <span className={styles.figure}>
              <span className={styles.said}>{t('media.similarity')} </span>
              {similarity.toFixed(3)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
