import { useMemo, useState } from 'react'
import type { Form, Values } from '../../../../../src-preload/contract/types/form.ts'
import type { Size } from '../../model/size.ts'
import type { PriceComparisonDraft } from '../PriceComparisonForm.tsx'
import { type PriceComparison, sameSize } from './PriceComparison.ts'
import { suggestedSizes, suggestedValues, pricedNumbers, type NumberField } from './suggestedValues.ts'

/** Number of other models selected initially. */
const OTHER_MODEL_COUNT = 2

interface PriceComparisonState {
  draft: PriceComparisonDraft
  setDraft: (draft: PriceComparisonDraft) => void
  priceComparison: PriceComparison
  /** Whether the typed values are unreadable. */
  isInvalid: boolean
  suggestValues: (field: string) => string
  numbers: readonly NumberField[]
  sizes: readonly Size[]
  currentSize: Size | undefined
}

/** State of the price comparison, initially with the form's model, size and values and some others. */
export function usePriceComparison(
  form: Form,
  values: Values,
  models: readonly { slug: string }[],
): PriceComparisonState {
  const numbers = useMemo(() => pricedNumbers(form), [form])
  const sizes = useMemo(() => suggestedSizes(form, values), [form, values])
  const currentSize = sizes.find(
    ({ width, height }) => width === values['width'] && height === values['height'],
  )
  const suggestValues = (name: string): string => {
    const field = numbers.find((other) => other.name === name)
    return field ? suggestedValues(field, values).join(', ') : ''
  }
  const [userDraft, setDraft] = useState<PriceComparisonDraft>()
  const slugs = models.map(({ slug }) => slug)
  const others = slugs.filter((slug) => slug !== form.model.slug).slice(0, OTHER_MODEL_COUNT)
  const along = numbers[0]?.name ?? null
  const draft = userDraft ?? {
    models: slugs.filter((slug) => slug === form.model.slug || others.includes(slug)),
    sizes: currentSize ? [currentSize] : [],
    along,
    values: along === null ? '' : suggestValues(along),
  }
  const parsed = numbersOf(draft.values)
  const isInvalid = draft.along !== null && (parsed === null || parsed.length === 0)
  const key = JSON.stringify([draft, parsed])
  const priceComparison = useMemo((): PriceComparison => {
    const [savedDraft, numbers]: [PriceComparisonDraft, number[] | null] = JSON.parse(key)
    return {
      models: savedDraft.models,
      sizes: savedDraft.sizes,
      along: savedDraft.along === null ? null : { field: savedDraft.along, values: numbers ?? [] },
    }
  }, [key])
  return {
    draft: { ...draft, sizes: sizes.filter((size) => draft.sizes.some((other) => sameSize(other, size))) },
    setDraft,
    priceComparison,
    isInvalid,
    suggestValues,
    numbers,
    sizes,
    currentSize,
  }
}

/** Parses unique, sorted numbers; null if one is unreadable. */
function numbersOf(text: string): number[] | null {
  const parts = text
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
    .map(Number)
  return parts.every(Number.isFinite) ? [...new Set(parts)].toSorted((a, b) => a - b) : null
}
