import { useEffect, useRef, useState } from 'react'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { BatchPreview } from '../../../../src-preload/contract/types/batch.ts'
import { CLICK_AGE_MS, isOlderThan } from '../../../../src-preload/shared/quoteAge.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { requestPrices } from '../../../widgets/prices/requestPrices.ts'

export interface Preview {
  /** Identifies the plan. All its previews have the same rows in the same order. */
  planKey: string
  /** Preview of the current plan; undefined while loading. */
  data: BatchPreview | undefined
  problem: Problem | undefined
  isPricing: boolean
  /** Requests all missing prices. */
  fetchPrices: () => void
  /** Requests the prices again that are not recent. */
  refreshPrices: () => Promise<BatchPreview | undefined>
  /** Whether the prices were requested so long ago that a click waits for new ones. */
  arePricesOld: () => boolean
  reload: () => void
}

type PreviewInput = RouteInput<'batches.preview'>

/** Pause in editing after which the plan is previewed. */
const DEBOUNCE_MS = 300
/** Up to this many missing prices are requested automatically. */
const AUTO_PRICE_LIMIT = 12

/** Previews a plan after each change, and requests up to `autoPriceLimit` missing prices automatically. */
export function usePreview(input: PreviewInput | null, { autoPriceLimit = AUTO_PRICE_LIMIT } = {}): Preview {
  const key = JSON.stringify(input)
  const [result, setResult] = useState<{ key: string; data?: BatchPreview; problem?: Problem }>()
  const [isPricing, setPricing] = useState(false)
  const [pricedAt, setPricedAt] = useState(0)
  const [reloadCount, setReloadCount] = useState(0)
  /** Incremented for each plan, so that responses to an earlier one are ignored. */
  const generation = useRef(0)

  const reload = () => setReloadCount((current) => current + 1)
  const fetchPrices = async (preview: BatchPreview, ownGeneration: number, refresh = false) => {
    setPricing(true)
    let current = preview
    try {
      await requestPrices(preview, {
        refresh,
        isCurrent: () => generation.current === ownGeneration,
        onPrices: (next) => {
          current = next
          setResult({ key, data: next })
        },
      })
    } catch (error) {
      if (generation.current !== ownGeneration) return
      const problem = problemOf(error)
      setResult({ key, data: current, problem })
      if (problem.code === 'batch_preview_gone') reload()
    } finally {
      if (generation.current === ownGeneration) {
        setPricing(false)
        setPricedAt(Date.now())
      }
    }
    return current
  }

  useEffect(() => {
    const ownGeneration = ++generation.current
    const plan: PreviewInput | null = JSON.parse(key)
    const load = async () => {
      setPricing(false)
      if (plan === null) return
      try {
        const data = await call('batches.preview', plan)
        if (generation.current !== ownGeneration) return
        setResult({ key, data })
        setPricedAt(Date.now())
        if (data.pricesToRequest > 0 && data.pricesToRequest <= autoPriceLimit)
          await fetchPrices(data, ownGeneration)
      } catch (error) {
        if (generation.current === ownGeneration) setResult({ key, problem: problemOf(error) })
      }
    }
    const timer = setTimeout(() => void load(), DEBOUNCE_MS)
    return () => clearTimeout(timer)
    // `fetchPrices` is a new function in every render, which must not start another preview.
  }, [key, reloadCount])
  useEffect(() => () => void generation.current++, [])

  const data = result?.key === key ? result.data : undefined
  return {
    planKey: key,
    data,
    problem: result?.key === key ? result.problem : undefined,
    isPricing,
    fetchPrices: () => {
      if (data && !isPricing) void fetchPrices(data, generation.current)
    },
    refreshPrices: async () => {
      return data && fetchPrices(data, generation.current, true)
    },
    arePricesOld: () => isOlderThan(CLICK_AGE_MS, pricedAt, Date.now()),
    reload,
  }
}
