import { useEffect, useEffectEvent } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { AssetViewer } from '../../../widgets/results/viewer/AssetViewer.tsx'
import { neighbourOf } from './JobStrip.tsx'
import { shownResult } from '../../../widgets/jobs/jobState.ts'

interface Props {
  /** The jobs of the strip, which may lack the shown one. */
  jobs: readonly Job[]
  jobId: string
  onSelect: (jobId: string) => void
  onClose: () => void
  onTrash: (job: Job) => void
}

/** Full-size viewer of a job's result that steps through the results of the strip. */
export function JobResultViewer({ jobs, jobId, onSelect, onClose, onTrash }: Props) {
  // Whatever loads parameters into the form navigates to Create, which the viewer covers.
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onNavigate = () => close()
    addEventListener('hashchange', onNavigate)
    return () => removeEventListener('hashchange', onNavigate)
  }, [])
  // Loaded even for a job of the strip, so that the viewer stays open when the job becomes too old for the strip.
  const { data: loaded, isPending } = useApiQuery('jobs.get', { id: jobId }, { staleTime: 0 })
  const isListed = jobs.some(({ id }) => id === jobId)
  const entries = (isListed || !loaded ? jobs : [...jobs, loaded]).flatMap((entry) => {
    const result = entry.state === 'saved' ? shownResult(entry) : undefined
    return result === undefined ? [] : [{ id: entry.id, job: entry, asset: result.id }]
  })
  const shown = entries.find(({ id }) => id === jobId)
  const isGone = shown === undefined && !isPending
  useEffect(() => {
    if (isGone) close()
  }, [isGone])
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
