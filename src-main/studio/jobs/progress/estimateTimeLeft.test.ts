import { describe, expect, it } from 'vitest'
import {
  estimateTimeLeft,
  combineConnections,
  measurePace,
  combineModels,
  usualDuration,
  type RemainingWork,
} from './estimateTimeLeft.ts'

const S = 1000
/** Ends every `every` ms, each having taken `took`, from `from` on. */
const ends = (count: number, every: number, took: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    sentAt: from + (n + 1) * every - took,
    finishedAt: from + (n + 1) * every,
  }))

describe('usualDuration', () => {
  it('is the middle half, which an outlier does not change', () => {
    expect(usualDuration([60 * S, 4 * S, 1 * S, 6 * S, 5 * S])).toEqual([4 * S, 6 * S])
  })
  it('is unknown after one or two jobs, and known after three', () => {
    expect(usualDuration([4 * S, 5 * S])).toBeNull()
    expect(usualDuration([4 * S, 5 * S, 6 * S])).toEqual([5 * S, 6 * S])
  })
})

describe('measurePace', () => {
  it('is the time between two ends, however many jobs run at once', () => {
    const [from, to] = measurePace(ends(17, 2 * S, 30 * S)) ?? [0, 0]
    expect(from).toBeCloseTo((16 * 2 * S) / 20)
    expect(to).toBeCloseTo((16 * 2 * S) / 12)
  })
  it('leaves out hours without running jobs', () => {
    const night = [...ends(9, 2 * S, 2 * S), ...ends(8, 2 * S, 2 * S, 8 * 3600 * S)]
    const [from, to] = measurePace(night) ?? [0, 0]
    expect(from).toBeCloseTo((16 * 2 * S) / 20)
    expect(to).toBeCloseTo((16 * 2 * S) / 12)
  })
  it('is unknown after a few ends', () => {
    expect(measurePace(ends(5, S, S))).toBeNull()
  })
})

describe('estimateTimeLeft', () => {
  const one: RemainingWork = {
    unsent: 0,
    running: 1,
    elapsedMs: 0,
    usualMs: [4 * S, 6 * S],
    paceMs: null,
    ratePerSecond: null,
    sendDelayMs: 0,
    pollDelayMs: 0,
  }
  it('of one running job shrinks as it runs, and is unknown once it takes longer than usual', () => {
    expect(estimateTimeLeft({ ...one, elapsedMs: S })).toEqual([3 * S, 5 * S])
    expect(estimateTimeLeft({ ...one, elapsedMs: 5 * S })).toEqual([0, S])
    expect(estimateTimeLeft({ ...one, elapsedMs: 6 * S })).toBeNull()
  })
  it('of many jobs is the next end plus the others at their rate', () => {
    const many = {
      ...one,
      running: 8,
      unsent: 93,
      elapsedMs: 4 * S,
      paceMs: [1 * S, 2 * S] as [number, number],
    }
    expect(estimateTimeLeft(many)).toEqual([100 * S, 202 * S])
  })
  it('is not before the last job may be sent, and never shorter than one job takes', () => {
    const slow = { ...one, running: 0, unsent: 61, paceMs: [1, 2] as [number, number], ratePerSecond: 0.5 }
    expect(estimateTimeLeft(slow)).toEqual([124 * S, 126 * S])
    expect(estimateTimeLeft({ ...one, running: 0, unsent: 1, sendDelayMs: 3600 * S })).toEqual([
      3604 * S,
      3606 * S,
    ])
  })
  it('includes a wait and all jobs behind it', () => {
    const many = { ...one, running: 1, unsent: 31, paceMs: [1 * S, 2 * S] as [number, number] }
    expect(estimateTimeLeft({ ...many, sendDelayMs: 480 * S })).toEqual([514 * S, 546 * S])
    expect(estimateTimeLeft({ ...one, pollDelayMs: 480 * S })).toEqual([480 * S, 480 * S])
  })
  it('of a few jobs without a rate lies between all at once and one after another', () => {
    expect(estimateTimeLeft({ ...one, running: 1, unsent: 2 })).toEqual([4 * S, 18 * S])
  })
  it('is unknown without a history, or for many jobs without a rate', () => {
    expect(estimateTimeLeft({ ...one, usualMs: null })).toBeNull()
    expect(estimateTimeLeft({ ...one, unsent: 4 })).toBeNull()
    expect(estimateTimeLeft({ ...one, running: 0 })).toEqual([0, 0])
  })
})

it('models take between the longest and the sum of their times, connections as long as the longest', () => {
  const spans = [
    [2, 5],
    [4, 6],
  ] as [number, number][]
  expect(combineModels(spans)).toEqual([4, 11])
  expect(combineConnections(spans)).toEqual([4, 6])
  expect(combineModels([...spans, null])).toBeNull()
  expect(combineConnections([...spans, null])).toBeNull()
})
