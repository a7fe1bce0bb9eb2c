import { useEffect, useEffectEvent } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { AssetViewer } from '../../../widgets/results/AssetViewer.tsx'
import { nextAfter } from './model/nextAfter.ts'
import { resultOf } from '../../../widgets/jobs/model/resultOf.ts'

interface Props {
  jobs: readonly Job[]
  jobId: string
  onSelect: (jobId: string) => void
  onClose: () => void
  onTrash: (job: Job) => void
}

/** The result of a job over the whole window, with the strip's other results beside it. */
export function StageViewer({ jobs, jobId, onSelect, onClose, onTrash }: Props) {
  // Settings taken into the form: the form is what one wants to see now.
  const close = useEffectEvent(onClose)
  useEffect(() => draftStore.subscribe((now, before) => now.values !== before.values && close()), [])
  const shown = jobs.flatMap((each) => {
    const result = each.state === 'saved' ? resultOf(each) : undefined
    return result === undefined ? [] : [{ id: each.id, job: each, asset: result.id }]
  })
  const here = shown.find(({ id }) => id === jobId)
  if (here === undefined) return null
  const remove = () => {
    const next = nextAfter(shown, jobId)
    onTrash(here.job)
    if (next) onSelect(next.id)
    else onClose()
  }
  return (
    <AssetViewer
      id={here.asset}
      order={shown.map((each) => each.asset)}
      total={shown.length}
      onShow={(id) => {
        const next = shown.find((each) => each.asset === id)
        if (next) onSelect(next.id)
      }}
      onClose={onClose}
      onRemove={remove}
    />
  )
}
