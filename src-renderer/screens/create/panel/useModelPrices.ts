import { useEffect, useEffectEvent, useState } from 'react'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import { MAX_PRICED_MODELS } from '../../../../src-preload/shared/limits.ts'
import { call } from '../../../host/call.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import type { ModelPrice } from './describeModels.tsx'

/** When the list opens, prices are requested for at most this many models, from its top. */
const MAX_REQUESTED = 20
/** Few prices per call, so that the first ones appear soon. */
const PER_CALL = 3

/** Prices of the form's parameters with other models: those that are known, then new ones for the first models of the list. */
export function useModelPrices(
  operation: string,
  models: readonly string[] | null,
): ReadonlyMap<string, ModelPrice> {
  const [prices, setPrices] = useState<ReadonlyMap<string, ModelPrice>>(new Map())
  const key = models && JSON.stringify(models.toSorted())
  const read = useEffectEvent(async (isClosed: () => boolean) => {
    if (!models) return
    const { values, entered } = draftStore.getState()
    // Only what the user entered, because each model has its own defaults for the rest.
    const draft = { ...(entered[operation] ?? values[operation]) }
    const load = async (slugs: readonly string[], request: boolean) => {
      const input: RouteInput<'models.prices'> = { operation, values: draft, models: [...slugs], request }
      const response = await call('models.prices', input)
      if (!isClosed())
        setPrices(
          (known) => new Map([...known, ...response.prices.map((price) => [price.slug, price] as const)]),
        )
      return response
    }
    const known = await load(models.slice(0, MAX_PRICED_MODELS), false)
    const current = new Set(known.prices.flatMap(({ slug, isCurrent }) => (isCurrent ? [slug] : [])))
    const outdated = models.slice(0, MAX_REQUESTED).filter((slug) => !current.has(slug))
    for (let from = 0; from < outdated.length && !isClosed(); from += PER_CALL)
      if (!(await load(outdated.slice(from, from + PER_CALL), true)).canRequest) return
  })
  useEffect(() => {
    let isClosed = false
    // Without prices the list stays usable; a lost connection to the studio is reported elsewhere.
    if (key !== null) read(() => isClosed).catch(() => {})
    return () => {
      isClosed = true
    }
  }, [key])
  return prices
}
