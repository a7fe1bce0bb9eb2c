import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { t } from '../../i18n/t.ts'
import styles from './StageStrip.module.css'
import { StripCard } from './StripCard.tsx'

interface Props {
  jobs: readonly Job[]
  selected: string | undefined
  onSelect: (id: string) => void
}

/** Running and newest jobs as cards; the arrows move along, and the selected one is kept in view. */
export function StageStrip({ jobs, selected, onSelect }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const at = jobs.findIndex(({ id }) => id === selected)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: jobs.length - 1 }[event.key]
    const job = to === undefined ? undefined : jobs[to]
    if (to === undefined || !job) return
    event.preventDefault()
    onSelect(job.id)
    list.current?.querySelectorAll<HTMLElement>('button')[to]?.focus()
  }
  return (
    // The keys of the cards, which are buttons, are read here once.
    <ul ref={list} className={styles.strip} aria-label={t('stage.strip')} onKeyDown={onKeyDown}>
      {jobs.map((job) => (
        <li key={job.id}>
          <StripCard job={job} selected={job.id === selected} onSelect={onSelect} />
        </li>
      ))}
    </ul>
  )
}
