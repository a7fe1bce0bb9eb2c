import { useMemo } from 'react'
import { SearchX } from 'lucide-react'
import type { JobState } from '../../../src-preload/contract/types/job.ts'
import { viewId } from '../../host/viewId.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { flatLines } from './model/queueLines.ts'
import { ALL_STATES } from './model/queueStates.ts'
import { useQueuePages } from './model/useQueuePages.ts'
import { QueueSkeleton } from './QueueSkeleton.tsx'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { QueueList } from './rows/QueueList.tsx'

interface Props {
  /** Null for any state. */
  states: readonly JobState[] | null
  search: string
  onClear: () => void
}

/** The filtered queue, without groups. */
export function FilteredQueue({ states, search, onClear }: Props) {
  const pages = useQueuePages(
    { states: [...(states ?? ALL_STATES)], ...(search === '' ? {} : { search }) },
    { view: viewId('queue') },
  )
  const lines = useMemo(() => flatLines(pages.jobs), [pages.jobs])
  if (pages.error) return <LoadFailure error={pages.error} onRetry={pages.reload} />
  if (pages.loading) return <QueueSkeleton />
  if (pages.jobs.length === 0)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('queue.none_title')}
        actions={<Button onClick={onClear}>{t('queue.none_do')}</Button>}
      >
        {t(search === '' ? 'queue.none_in_state' : 'queue.none_words')}
      </EmptyState>
    )
  return (
    <QueueList
      lines={lines}
      ordered={false}
      onToggle={() => {}}
      onEnd={(bottom) => {
        if (pages.hasMore && bottom === lines.at(-1)) pages.more()
      }}
    />
  )
}
