import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { isActive } from '../../../widgets/jobs/jobState.ts'
import styles from './StageStrip.module.css'
import { StripCard } from './StripCard.tsx'

/** With more active jobs, the cards are not animated. */
const MAX_ANIMATED = 6
/** Width of a card with its gap in px, to size the space of cards that aren't rendered. */
const CARD_WIDTH = 122
const OVERSCAN = 4

/** Number of cards within a distance from the left end. */
const cardsUpTo = (pixels: number): number => Math.ceil(pixels / CARD_WIDTH) + OVERSCAN

interface Props {
  jobs: readonly Job[]
  selected: string | undefined
  onSelect: (id: string) => void
}

/** Running and newest jobs as cards; arrow keys move the selection, which is kept in view. */
export function StageStrip({ jobs, selected, onSelect }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const isMany = jobs.filter(({ state }) => isActive(state)).length > MAX_ANIMATED
  const selectedIndex = jobs.findIndex(({ id }) => id === selected)
  /** Number of cards rendered so far; empty space stands for the others. */
  const [renderedCount, setRenderedCount] = useState(() => cardsUpTo(innerWidth))
  const count = Math.min(jobs.length, Math.max(renderedCount, selectedIndex + OVERSCAN))
  const onScroll = () => {
    const strip = list.current
    if (strip) setRenderedCount(Math.max(renderedCount, cardsUpTo(strip.scrollLeft + strip.clientWidth)))
  }
  useEffect(() => {
    addEventListener('resize', onScroll)
    return () => removeEventListener('resize', onScroll)
  })
  useEffect(() => {
    list.current?.children[selectedIndex]?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
  }, [selectedIndex])
  const onKeyDown = (event: KeyboardEvent) => {
    const card = event.target instanceof Element ? event.target.closest('li') : null
    const focusedIndex = [...(list.current?.children ?? [])].findIndex((item) => item === card)
    const targetIndex = {
      ArrowLeft: focusedIndex - 1,
      ArrowRight: focusedIndex + 1,
      Home: 0,
      End: jobs.length - 1,
    }[event.key]
    const job = targetIndex === undefined ? undefined : jobs[targetIndex]
    if (targetIndex === undefined || !job) return
    event.preventDefault()
    // The target card may not be rendered yet.
    flushSync(() => onSelect(job.id))
    list.current?.querySelectorAll<HTMLElement>('button')[targetIndex]?.focus()
  }
  return (
    // Handles the keys of all cards, which are buttons.
    <ul
      ref={list}
      className={classes(styles.strip, isMany && styles.many)}
      aria-label={t('stage.strip')}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      {jobs.slice(0, count).map((job, index) => (
        <li key={job.id} aria-setsize={jobs.length} aria-posinset={index + 1}>
          <StripCard job={job} selected={job.id === selected} onSelect={onSelect} />
        </li>
      ))}
      {count < jobs.length && (
        <li className={styles.rest} style={{ width: (jobs.length - count) * CARD_WIDTH }} aria-hidden />
      )}
    </ul>
  )
}
