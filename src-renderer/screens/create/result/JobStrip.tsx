import { type KeyboardEvent, memo, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CircleAlert, CircleHelp, Clock, X } from 'lucide-react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { isActive, jobTones, jobStateText, shownResult } from '../../../widgets/jobs/jobState.ts'
import { bridge } from '../../../host/bridge.ts'
import { isReplaceable } from '../../../../src-preload/shared/jobStates.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { resultHandlers } from '../../../widgets/results/menu/resultMenu.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './JobStrip.module.css'
import { truncate } from '../../../../src-preload/shared/truncate.ts'
import { stripCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { findCommand } from '../../../lib/keys.ts'

/** With more active jobs, the cards are not animated. */
const MAX_ANIMATED = 6
/** Width of a card and its gap in pixels, to size the space of cards that aren't rendered. Cards with a warning are wider. */
const CARD_WIDTH = 120
/** Cards rendered beyond the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 4

/** Number of cards to render so that those within a distance from the left end are visible. */
const cardsUpTo = (pixels: number): number => Math.ceil(pixels / CARD_WIDTH) + OVERSCAN

interface Props {
  jobs: readonly Job[]
  selected: string | undefined
  onSelect: (id: string) => void
}

/** Running and newest jobs as cards; arrow keys move the selection, which is kept in view. */
export function JobStrip({ jobs, selected, onSelect }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const hasManyActive = jobs.filter(({ state }) => isActive(state)).length > MAX_ANIMATED
  const selectedIndex = jobs.findIndex(({ id }) => id === selected)
  /** Number of cards rendered so far; empty space stands for the others. */
  const [renderedCount, setRenderedCount] = useState(() => cardsUpTo(innerWidth))
  const count = Math.min(jobs.length, Math.max(renderedCount, selectedIndex + OVERSCAN))
  const jobCount = jobs.length
  const measure = useCallback(() => {
    const strip = list.current
    if (strip) setRenderedCount((known) => Math.max(known, cardsUpTo(strip.scrollLeft + strip.clientWidth)))
  }, [])
  useLayoutEffect(() => {
    const strip = list.current
    if (!strip || typeof ResizeObserver === 'undefined') return
    // Also reports when the strip is shown again.
    const observer = new ResizeObserver(measure)
    observer.observe(strip)
    return () => observer.disconnect()
  }, [measure])
  // The strip may keep its scroll position while its jobs and the selected one change, without a scroll event.
  useLayoutEffect(() => {
    list.current?.children[selectedIndex]?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
    if (jobCount > 0) measure()
  }, [selectedIndex, jobCount, measure])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!findCommand(stripCommands, event)) return
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
      className={classes(styles.strip, hasManyActive && styles.many)}
      aria-label={t('result.strip')}
      onKeyDown={onKeyDown}
      onScroll={measure}
    >
      {jobs.slice(0, count).map((job, index) => (
        <li key={job.id} aria-setsize={jobs.length} aria-posinset={index + 1}>
          <StripCard
            job={job}
            selected={job.id === selected}
            // The selected job may not be in the strip.
            isTabStop={index === Math.max(0, selectedIndex)}
            onSelect={onSelect}
          />
        </li>
      ))}
      {count < jobs.length && (
        <li className={styles.rest} style={{ width: (jobs.length - count) * CARD_WIDTH }} aria-hidden />
      )}
    </ul>
  )
}

interface StripCardProps {
  job: Job
  selected: boolean
  isTabStop: boolean
  onSelect: (id: string) => void
}

/** Card of a job: its image, state and price. */
const StripCard = memo(function StripCard({ job, selected, isTabStop, onSelect }: StripCardProps) {
  const stateText = jobStateText(job)
  const text =
    job.state === 'saved' && job.price !== null ? `${stateText} · ${formatMoney(job.price)}` : stateText
  const tone = jobTones[job.state]
  const result = job.state === 'saved' ? shownResult(job) : undefined
  return (
    <button
      type="button"
      draggable={result !== undefined}
      {...(result && resultHandlers(() => ({ ids: [result.id] })))}
      className={classes(styles.card, styles[tone], selected && styles.selected)}
      aria-label={`${text}, ${job.title.trim() || t('gallery.untitled')}`}
      aria-current={selected}
      title={truncate(job.title, 300)}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onSelect(job.id)}
    >
      <span className={classes(rowStyles.frame, styles.art, isActive(job.state) && styles.live)}>
        <CardImage job={job} />
      </span>
      <span dir="auto" className={classes(textStyles.truncate, styles.text)}>
        {text}
      </span>
    </button>
  )
})

function CardImage({ job }: { job: Job }) {
  const result = job.state === 'saved' ? shownResult(job) : undefined
  if (result) return <Thumb asset={result} alt="" caption={job.title} />
  if (isActive(job.state))
    return (
      <>
        {job.preview > 0 && (
          <img className={styles.preview} src={bridge().media.url('preview', job.id, job.preview)} alt="" />
        )}
        <span className={styles.bar}>
          <ProgressBar
            label={t('result.progress')}
            value={job.state === 'running' ? job.progress : job.state === 'saving' ? 100 : null}
          />
        </span>
      </>
    )
  const tone = jobTones[job.state]
  if (tone === 'warn') return <CircleHelp aria-hidden />
  if (tone === 'bad') return job.state === 'rejected' ? <X aria-hidden /> : <CircleAlert aria-hidden />
  return <Clock aria-hidden />
}

/** The neighbour to show when a job leaves the list: the older one, else the newer. */
export const neighbourOf = <T extends { id: string }>(list: readonly T[], id: string): T | undefined => {
  const index = list.findIndex((item) => item.id === id)
  return index === -1 ? undefined : (list[index + 1] ?? list[index - 1])
}

/** The jobs that the strip shows: all except cancelled ones, closed ones, and those whose results are in the trash. */
export const jobsForStrip = (jobs: readonly Job[]): Job[] =>
  jobs.filter((job) => {
    if (job.state === 'cancelled' || job.state === 'closed') return false
    return job.state !== 'saved' || shownResult(job) !== undefined
  })

/**
 * Replaces each job that ended without a result by its latest retry, in the position of the original job. Earlier retries of the same
 * job keep their positions. `jobs` are newest first.
 */
export function collapseRetries(jobs: readonly Job[]): Job[] {
  const replaceable = new Set(jobs.flatMap(({ id, state }) => (isReplaceable(state) ? [id] : [])))
  const retries = new Map<string, Job>()
  for (const job of jobs)
    if (job.replaces !== null && replaceable.has(job.replaces) && !retries.has(job.replaces))
      retries.set(job.replaces, job)
  const moved = new Set(retries.values())
  const latest = (job: Job): Job => {
    const retry = retries.get(job.id)
    return retry ? latest(retry) : job
  }
  return jobs.flatMap((job) => (moved.has(job) ? [] : [latest(job)]))
}
