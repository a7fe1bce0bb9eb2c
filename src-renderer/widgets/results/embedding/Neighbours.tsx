import { useRoute } from '../../../host/useRoute.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import textStyles from '../../../ui/text.module.css'
import { classes } from '../../../ui/classes.ts'
import rowStyles from '../../../ui/row.module.css'
import styles from './EmbeddingViewer.module.css'

const MOST = 12

/** The saved embeddings most alike, each a way to open it. */
export function Neighbours({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const { data, error } = useRoute('library.neighbours', { id, limit: MOST })
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
            <span className={textStyles.cut}>{tile.title.trim() || t('gallery.untitled')}</span>
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
