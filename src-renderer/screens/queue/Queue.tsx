import { useState } from 'react'
import '../../i18n/later.ts'
import { GroupedQueue } from './GroupedQueue.tsx'
import { FilteredQueue } from './FilteredQueue.tsx'
import { QueueHeader } from './head/QueueHeader.tsx'
import { QueueFilterBar } from './head/QueueFilterBar.tsx'
import { QUEUE_VIEWS, type QueueView } from './model/queueStates.ts'
import { useDebounced } from './model/useDebounced.ts'
import { useQueueLive } from './model/useQueueLive.ts'
import screenStyles from '../../ui/screen.module.css'
import { UncertainNotes } from './UncertainNotes.tsx'

/** All jobs: queued, running, waiting for a decision, and ended. */
export function Queue() {
  const [view, setView] = useState<QueueView>('all')
  const [search, setSearch] = useState('')
  const debouncedSearch = useDebounced(search.trim())
  useQueueLive()
  const states = QUEUE_VIEWS[view]
  return (
    <div className={screenStyles.screen}>
      <QueueHeader />
      <QueueFilterBar view={view} onView={setView} search={search} onSearch={setSearch} />
      <UncertainNotes />
      <div className={screenStyles.body}>
        {states === null && debouncedSearch === '' ? (
          <GroupedQueue />
        ) : (
          <FilteredQueue
            states={states}
            search={debouncedSearch}
            onClear={() => {
              setView('all')
              setSearch('')
            }}
          />
        )}
      </div>
    </div>
  )
}
