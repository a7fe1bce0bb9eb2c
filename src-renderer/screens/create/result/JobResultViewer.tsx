import { useEffect, useEffectEvent } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { AssetViewer } from '../../../widgets/results/viewer/AssetViewer.tsx'
import { neighbourOf } from './JobStrip.tsx'
import { shownResult } from '../../../widgets/jobs/jobState.ts'

interface Props {
  jobs: readonly Job[]
  jobId: string
  onSelect: (jobId: string) => void
  onClose: () => void
  onTrash: (job: Job) => void
}

/** Full-size viewer of a job's result that steps through the results of the strip. */
export function JobResultViewer({ jobs, jobId, onSelect, onClose, onTrash }: Props) {
  // Closes when parameters are loaded into the form, so that the form is visible.
  const close = useEffectEvent(onClose)
  useEffect(() => draftStore.subscribe((state, previous) => state.values !== previous.values && close()), [])
  const entries = jobs.flatMap((entry) => {
    const result = entry.state === 'saved' ? shownResult(entry) : undefined
    return result === undefined ? [] : [{ id: entry.id, job: entry, asset: result.id }]
  })
  const shown = entries.find(({ id }) => id === jobId)
  if (shown === undefined) return null
  const remove = () => {
    const next = neighbourOf(entries, jobId)
    onTrash(shown.job)
    if (next) onSelect(next.id)
    else onClose()
  }
  return (
    <AssetViewer
      id={shown.asset}
      order={entries.map((entry) => entry.asset)}
      total={entries.length}
      onShow={(id) => {
        const next = entries.find((entry) => entry.asset === id)
        if (next) onSelect(next.id)
      }}
      onClose={onClose}
      onRemove={remove}
    />
  )
}
