import { useEffect, useRef, useState } from 'react'
import type { RouteInput } from '../../../../../src-preload/contract/routes.ts'
import type { BatchPreview } from '../../../../../src-preload/contract/types/batch.ts'
import type { Problem } from '../../../../../src-preload/contract/types/problem.ts'
import { call } from '../../../../host/call.ts'
import { problemOf } from '../../../../host/problemOf.ts'

export interface Preview {
  /** Of the plan as it stands; undefined while it comes. */
  data: BatchPreview | undefined
  problem: Problem | undefined
  pricing: boolean
  /** Asks for the prices still missing, as many as stated. */
  price: () => void
  again: () => void
}

type Wanted = RouteInput<'batches.preview'>

const PAUSE_MS = 300
/** Prices asked for at a time, so that the list fills as they come. */
const AT_A_TIME = 6
/** So many are asked for without being told to. */
const UNASKED = 12

/** The rows a plan stands for, again with each change of it, and their prices: up to `unasked` are asked for without a click. */
export function usePreview(wanted: Wanted | null, { unasked = UNASKED } = {}): Preview {
  const key = JSON.stringify(wanted)
  const [shown, setShown] = useState<{ key: string; data?: BatchPreview; problem?: Problem }>()
  const [pricing, setPricing] = useState(false)
  const [round, setRound] = useState(0)
  const turn = useRef(0)

  const price = async (from: BatchPreview, mine: number) => {
    setPricing(true)
    let now = from
    try {
      while (now.calls > 0 && turn.current === mine) {
        const next = await call('batches.price', { preview: now.id, most: AT_A_TIME })
        if (turn.current !== mine) return
        setShown({ key, data: next })
        if (next.waitsUntil !== null || next.calls >= now.calls) return
        now = next
      }
    } catch (error) {
      if (turn.current === mine) setShown({ key, data: now, problem: problemOf(error) })
    } finally {
      if (turn.current === mine) setPricing(false)
    }
  }

  useEffect(() => {
    const mine = ++turn.current
    const plan: Wanted | null = JSON.parse(key)
    const show = async () => {
      setPricing(false)
      if (plan === null) return
      try {
        const data = await call('batches.preview', plan)
        if (turn.current !== mine) return
        setShown({ key, data })
        if (data.calls > 0 && data.calls <= unasked) await price(data, mine)
      } catch (error) {
        if (turn.current === mine) setShown({ key, problem: problemOf(error) })
      }
    }
    const timer = setTimeout(() => void show(), PAUSE_MS)
    return () => clearTimeout(timer)
    // Asked again for another plan or another round, not for a new closure.
  }, [key, round])
  useEffect(() => () => void turn.current++, [])

  const data = shown?.key === key ? shown.data : undefined
  return {
    data,
    problem: shown?.key === key ? shown.problem : undefined,
    pricing,
    price: () => {
      if (data && !pricing) void price(data, turn.current)
    },
    again: () => setRound((now) => now + 1),
  }
}
