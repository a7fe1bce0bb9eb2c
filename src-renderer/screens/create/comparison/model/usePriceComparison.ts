import { useMemo, useState } from 'react'
import type { Form, Values } from '../../../../../src-preload/contract/types/form.ts'
import type { Size } from '../../model/size.ts'
import type { PriceComparisonDraft } from '../PriceComparisonForm.tsx'
import { type PriceComparison, sameSize } from './PriceComparison.ts'
import { offeredSizes, offeredValues, pricedNumbers, type NumberField } from './offers.ts'

/** Of the list, so many stand beside the form's own model at first. */
const OTHERS = 2

interface UsedPriceComparison {
  draft: PriceComparisonDraft
  setDraft: (draft: PriceComparisonDraft) => void
  priceComparison: PriceComparison
  /** What was typed can't be read. */
  valuesBad: boolean
  offered: (field: string) => string
  numbers: readonly NumberField[]
  sizes: readonly Size[]
  now: Size | undefined
}

/** What is compared: begun with the form's own model, size and value among some others. */
export function usePriceComparison(
  form: Form,
  values: Values,
  models: readonly { slug: string }[],
): UsedPriceComparison {
  const numbers = useMemo(() => pricedNumbers(form), [form])
  const sizes = useMemo(() => offeredSizes(form, values), [form, values])
  const now = sizes.find(({ width, height }) => width === values['width'] && height === values['height'])
  const offered = (name: string): string => {
    const field = numbers.find((one) => one.name === name)
    return field ? offeredValues(field, values).join(', ') : ''
  }
  const [own, setDraft] = useState<PriceComparisonDraft>()
  const slugs = models.map(({ slug }) => slug)
  const others = slugs.filter((slug) => slug !== form.model.slug).slice(0, OTHERS)
  const along = numbers[0]?.name ?? null
  const draft = own ?? {
    models: slugs.filter((slug) => slug === form.model.slug || others.includes(slug)),
    sizes: now ? [now] : [],
    along,
    values: along === null ? '' : offered(along),
  }
  const read = numbersOf(draft.values)
  const valuesBad = draft.along !== null && (read === null || read.length === 0)
  const key = JSON.stringify([draft, read])
  const priceComparison = useMemo((): PriceComparison => {
    const [given, numbers]: [PriceComparisonDraft, number[] | null] = JSON.parse(key)
    return {
      models: given.models,
      sizes: given.sizes,
      along: given.along === null ? null : { field: given.along, values: numbers ?? [] },
    }
  }, [key])
  return {
    draft: { ...draft, sizes: sizes.filter((size) => draft.sizes.some((one) => sameSize(one, size))) },
    setDraft,
    priceComparison,
    valuesBad,
    offered,
    numbers,
    sizes,
    now,
  }
}

/** Each once, in order; null where one can't be read. */
function numbersOf(text: string): number[] | null {
  const parts = text
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
    .map(Number)
  return parts.every(Number.isFinite) ? [...new Set(parts)].toSorted((a, b) => a - b) : null
}
