import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { isActive } from '../../../widgets/jobs/model/isActive.ts'
import styles from './StageStrip.module.css'
import { StripCard } from './StripCard.tsx'

/** More than these at work at once need no glint each. */
const MANY = 6
/** A card and the gap after it, px: what is out of sight is counted by it, not laid out. */
const STEP = 122
const AHEAD = 4

/** How many cards reach from the left end to this many pixels. */
const cardsUpTo = (pixels: number): number => Math.ceil(pixels / STEP) + AHEAD

interface Props {
  jobs: readonly Job[]
  selected: string | undefined
  onSelect: (id: string) => void
}

/** Running and newest jobs as cards; arrow keys move the selection, which is kept in view. */
export function StageStrip({ jobs, selected, onSelect }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const isMany = jobs.filter(({ state }) => isActive(state)).length > MANY
  const at = jobs.findIndex(({ id }) => id === selected)
  /** Cards that were in sight once; the others are but room at the end. */
  const [seen, setSeen] = useState(() => cardsUpTo(innerWidth))
  const count = Math.min(jobs.length, Math.max(seen, at + AHEAD))
  const look = () => {
    const strip = list.current
    if (strip) setSeen(Math.max(seen, cardsUpTo(strip.scrollLeft + strip.clientWidth)))
  }
  useEffect(() => {
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  })
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const card = event.target instanceof Element ? event.target.closest('li') : null
    const from = [...(list.current?.children ?? [])].findIndex((item) => item === card)
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: jobs.length - 1 }[event.key]
    const job = to === undefined ? undefined : jobs[to]
    if (to === undefined || !job) return
    event.preventDefault()
    // The card a key leads to may not be there yet.
    flushSync(() => onSelect(job.id))
    list.current?.querySelectorAll<HTMLElement>('button')[to]?.focus()
  }
  return (
    // The keys of the cards, which are buttons, are read here once.
    <ul
      ref={list}
      className={classes(styles.strip, isMany && styles.many)}
      aria-label={t('stage.strip')}
      onKeyDown={onKeyDown}
      onScroll={look}
    >
      {jobs.slice(0, count).map((job, index) => (
        <li key={job.id} aria-setsize={jobs.length} aria-posinset={index + 1}>
          <StripCard job={job} selected={job.id === selected} onSelect={onSelect} />
        </li>
      ))}
      {count < jobs.length && (
        <li className={styles.rest} style={{ width: (jobs.length - count) * STEP }} aria-hidden />
      )}
    </ul>
  )
}
