import { useState } from 'react'
import { CLICK_AGE_MS, isOlderThan } from '../../../src-preload/shared/quoteAge.ts'
import { problemOf } from '../../host/problemOf.ts'
import { isPriceStale } from '../../lib/pricedButton.ts'
import { useIsUnmounted } from '../../lib/useIsUnmounted.ts'
import type { Rise } from './PriceRise.tsx'

interface Options<T> {
  /** What the button offers, with its price and the time of that (ms since the epoch); null without one. */
  quoteOf: (offer: T) => { price: number; quotedAt: number } | null
  /** Requests the offer again. */
  refetch: () => Promise<T | undefined>
  /** Runs the offer at its price. */
  run: (offer: T) => void
}

interface PricedClick<T> {
  /** Runs an offer; if its price is too old, at a new one that is no higher. */
  click: (offer: T) => void
  /** Handles an error of `run`: if the studio found the price too old, as `click` does. Returns whether it did. */
  retryIfStale: (error: Error, offer: T) => boolean
  isChecking: boolean
  /** The rise that kept the last click from running; the button then shows the new price. */
  rise: Rise | null
}

/** The click of a button with a price: one on a price that is too old waits for a new one, and doesn't run if that is higher. */
export function usePricedClick<T>({ quoteOf, refetch, run }: Options<T>): PricedClick<T> {
  const [isChecking, setChecking] = useState(false)
  const [rise, setRise] = useState<Rise | null>(null)
  const isUnmounted = useIsUnmounted()
  const runAtNewPrice = async (shown: number) => {
    setChecking(true)
    // A failure is shown by the query.
    const next = await refetch().catch(() => undefined)
    if (isUnmounted.current) return
    setChecking(false)
    const quote = next === undefined ? null : quoteOf(next)
    if (next === undefined || quote === null) return
    if (quote.price > shown) setRise({ shown, price: quote.price })
    else run(next)
  }
  return {
    click: (offer) => {
      setRise(null)
      const quote = quoteOf(offer)
      if (quote && isOlderThan(CLICK_AGE_MS, quote.quotedAt, Date.now())) void runAtNewPrice(quote.price)
      else run(offer)
    },
    retryIfStale: (error, offer) => {
      const quote = quoteOf(offer)
      if (quote === null || !isPriceStale(problemOf(error)) || isUnmounted.current) return false
      void runAtNewPrice(quote.price)
      return true
    },
    isChecking,
    rise,
  }
}
