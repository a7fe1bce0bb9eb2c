import { ListChecks, TriangleAlert } from 'lucide-react'
import { go } from '../../app/router/go.ts'
import { problemOf } from '../../host/problemOf.ts'
import '../../i18n/later.ts'
import { t } from '../../i18n/t.ts'
import { problemWords } from '../../lib/problemWords.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { queueLines } from './model/queueLines.ts'
import { useJobPages } from './model/useJobPages.ts'
import styles from './Queue.module.css'
import { QueueHeader } from './QueueHeader.tsx'
import { QueueList } from './QueueList.tsx'
import { UncertainNote } from './UncertainNote.tsx'

const PAGE = 200

/** Everything that waits, runs, needs a word of the person, and what became of the rest. */
export function Queue() {
  const open = useJobPages('open', 500)
  const recent = useJobPages('recent', PAGE)
  const lines = queueLines(open.jobs, recent.jobs)
  const uncertain = open.jobs.filter(({ state }) => state === 'uncertain')
  const error = open.error ?? recent.error
  const loading = open.loading || recent.loading
  return (
    <div className={styles.queue}>
      <QueueHeader jobs={open.jobs} loading={loading} />
      {uncertain.length > 0 && (
        <ul className={styles.notes} aria-label={t('queue.decisions')}>
          {uncertain.map((job) => (
            <UncertainNote key={job.id} job={job} />
          ))}
        </ul>
      )}
      <div className={styles.body}>
        {error ? (
          <Wrong
            error={error}
            onRetry={() => {
              open.reload()
              recent.reload()
            }}
          />
        ) : loading ? (
          <Waiting />
        ) : lines.length > 0 ? (
          <QueueList
            lines={lines}
            onEnd={() => {
              if (open.hasMore) open.more()
              else if (recent.hasMore) recent.more()
            }}
          />
        ) : (
          uncertain.length === 0 && <Nothing />
        )}
      </div>
    </div>
  )
}

function Nothing() {
  return (
    <EmptyState
      icon={<ListChecks aria-hidden />}
      title={t('queue.empty_title')}
      actions={
        <Button look="primary" onClick={() => go('create')}>
          {t('queue.empty_do')}
        </Button>
      }
    >
      {t('queue.empty_words')}
    </EmptyState>
  )
}

function Wrong({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { what, next } = problemWords(problemOf(error))
  return (
    <EmptyState
      icon={<TriangleAlert aria-hidden />}
      title={what}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    >
      {next}
    </EmptyState>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <Skeleton key={row} height={34} />
      ))}
    </div>
  )
}
