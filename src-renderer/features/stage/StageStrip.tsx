import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { t } from '../../i18n/t.ts'
import { classes } from '../../ui/classes.ts'
import { isActive } from '../queue/model/isActive.ts'
import styles from './StageStrip.module.css'
import { StripCard } from './StripCard.tsx'

/** More than these at work at once need no glint each. */
const MANY = 6

interface Props {
  jobs: readonly Job[]
  selected: string | undefined
  onSelect: (id: string) => void
}

/** Running and newest jobs as cards; the arrows move along, and the selected one is kept in view. */
export function StageStrip({ jobs, selected, onSelect }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const isMany = jobs.filter(({ state }) => isActive(state)).length > MANY
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
    <ul
      ref={list}
      className={classes(styles.strip, isMany && styles.many)}
      aria-label={t('stage.strip')}
      onKeyDown={onKeyDown}
    >
      {jobs.map((job) => (
        <li key={job.id}>
          <StripCard job={job} selected={job.id === selected} onSelect={onSelect} />
        </li>
      ))}
    </ul>
  )
}
