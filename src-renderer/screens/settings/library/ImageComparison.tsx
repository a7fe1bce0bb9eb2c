import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { InlineLoadFailure } from '../../../widgets/InlineLoadFailure.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import { imageHashing } from '../../../widgets/library/hashImages.ts'
import styles from './library.module.css'

const REFETCH_INTERVAL_MS = 2000

/** The progress of comparing images, which windows do in the background. */
export function ImageComparison() {
  // Windows report each image to the studio without an event.
  const { data, error, refetch } = useApiQuery('images.hash_progress', undefined, {
    staleTime: 0,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  const failed = imageHashing((state) => state.unreadable)
  if (error && !data)
    return (
      <p>
        <InlineLoadFailure error={error} onRetry={() => void refetch()} />
      </p>
    )
  if (!data) return <Skeleton height={90} />
  const { done, missing } = data
  const unreadable = Math.min(failed, missing)
  const count = done + missing - unreadable
  const isRunning = done < count
  const text = isRunning
    ? t('maintenance.similar_running', { done, count })
    : t('maintenance.similar_done', { count })
  return (
    <div className={styles.stack}>
      <div>
        <p>{t('viewers.similar')}</p>
        <p className={textStyles.note}>{t('maintenance.similar_text')}</p>
      </div>
      {isRunning ? (
        <div className={styles.running}>
          <ProgressBar className={styles.bar} label={text} value={(done / count) * 100} />
          <span className={textStyles.note}>{text}</span>
        </div>
      ) : (
        count > 0 && <p className={textStyles.note}>{text}</p>
      )}
      {unreadable > 0 && (
        <p className={textStyles.note}>{t('maintenance.similar_unreadable', { count: unreadable })}</p>
      )}
    </div>
  )
}
