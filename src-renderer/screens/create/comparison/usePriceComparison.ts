import { useMemo, useState } from 'react'
import type { Form, Values, FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { readNumbers } from '../../../../src-preload/shared/numbers/readNumbers.ts'
import { snapInteger, snapToRange } from '../../../../src-preload/shared/values/numberRules.ts'
import type { Size } from '../fields/size/FollowedSize.tsx'
import { isSameSize } from '../fields/size/SizeInput.tsx'
import type { PriceComparison, PriceOption } from './comparisonLines.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../host/call.ts'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import { showProblem } from '../../../host/problemOf.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { visibleResets } from '../../../widgets/forms/changes.ts'
import { beginModelChoice } from '../../../widgets/forms/chooseModel.ts'
import { valuesToCarry } from '../../../../src-preload/shared/values/enteredValues.ts'

/** The most models selected initially, because each price takes a request. */
const MAX_INITIAL_MODELS = 12

/** Number of other models that stay selected when the user first compares several values. */
const OTHER_MODELS_WITH_PARAMETER = 2

/** What is compared, as entered by the user. */
export interface PriceComparisonDraft {
  models: readonly string[]
  sizes: readonly Size[]
  /** Name of a numeric field, or null. */
  parameter: string | null
  /** Values of that field as typed. */
  values: string
}

interface PriceComparisonState {
  draft: PriceComparisonDraft
  setDraft: (draft: PriceComparisonDraft) => void
  priceComparison: PriceComparison
  /** Whether the typed values are unreadable. */
  isInvalid: boolean
  suggestValues: (field: string) => string
  numberFields: readonly NumberField[]
  sizes: readonly Size[]
  currentSize: Size | undefined
}

/** State of the price comparison, initially one price for each model with its own defaults. */
export function usePriceComparison(
  form: Form,
  values: Values,
  models: readonly { slug: string }[],
): PriceComparisonState {
  const numberFields = useMemo(() => pricedNumberFields(form), [form])
  const sizes = useMemo(() => suggestedSizes(form, values), [form, values])
  const currentSize = sizes.find(
    ({ width, height }) => width === values['width'] && height === values['height'],
  )
  const suggestValues = (name: string): string => {
    const field = numberFields.find((other) => other.name === name)
    return field ? suggestedValues(field, values).join(', ') : ''
  }
  const [userDraft, setUserDraft] = useState<PriceComparisonDraft>()
  const slugs = models.map(({ slug }) => slug)
  const others = slugs.filter((slug) => slug !== form.model.slug).slice(0, MAX_INITIAL_MODELS - 1)
  const draft = userDraft ?? {
    models: slugs.filter((slug) => slug === form.model.slug || others.includes(slug)),
    sizes: [],
    parameter: null,
    values: '',
  }
  /** If the first change selects a parameter, few models stay selected, to limit the number of prices and lines. */
  const setDraft = (next: PriceComparisonDraft) => {
    const isFirstParameter = userDraft === undefined && next.parameter !== null
    const fewModels = [form.model.slug, ...others.slice(0, OTHER_MODELS_WITH_PARAMETER)]
    setUserDraft(
      isFirstParameter ? { ...next, models: slugs.filter((slug) => fewModels.includes(slug)) } : next,
    )
  }
  const parsed = parseNumbers(draft.values)
  const isInvalid = draft.parameter !== null && (parsed === null || parsed.length === 0)
  // Memoized by its content, because the draft is a new object on every render.
  const key = JSON.stringify([draft, parsed])
  const priceComparison = useMemo((): PriceComparison => {
    const [parsedDraft, numbers]: [PriceComparisonDraft, number[] | null] = JSON.parse(key)
    return {
      models: parsedDraft.models,
      sizes: parsedDraft.sizes,
      parameter:
        parsedDraft.parameter === null ? null : { field: parsedDraft.parameter, values: numbers ?? [] },
    }
  }, [key])
  return {
    draft: { ...draft, sizes: sizes.filter((size) => draft.sizes.some((other) => isSameSize(other, size))) },
    setDraft,
    priceComparison,
    isInvalid,
    suggestValues,
    numberFields,
    sizes,
    currentSize,
  }
}

/** Parses unique, sorted numbers; null if one is unreadable. */
function parseNumbers(text: string): number[] | null {
  const numbers = readNumbers(text)
  return numbers && [...new Set(numbers)].toSorted((a, b) => a - b)
}

export type NumberField = FieldOf<'integer'> | FieldOf<'number'>

/** Numeric fields that affect the price and aren't fixed. */
export const pricedNumberFields = (form: Form): NumberField[] =>
  form.fields.flatMap((field) =>
    (field.kind === 'integer' || field.kind === 'number') && field.priced && field.fixed === undefined
      ? [field]
      : [],
  )

/** Number of suggested values. */
const VALUE_COUNT = 5

/** Values between a field's minimum and maximum, including the current one. */
export function suggestedValues(field: NumberField, values: Values): number[] {
  const entered = values[field.name]
  const current = typeof entered === 'number' ? entered : undefined
  const min = field.min ?? Math.min(current ?? 1, 1)
  const max = field.max ?? (current ?? 10) * 2
  const step = field.step ?? (field.kind === 'integer' ? 1 : (max - min) / (VALUE_COUNT - 1))
  const spread = Array.from({ length: VALUE_COUNT }, (_, index) =>
    snapToRange(min + ((max - min) * index) / (VALUE_COUNT - 1), { ...field, step }),
  )
  return [...new Set([...spread, ...(current === undefined ? [] : [current])])].toSorted((a, b) => a - b)
}

/** Suggested sizes, as factors of the current sides. */
const SIZE_FACTORS = [0.5, 0.75, 1, 1.5, 2]

/** Smaller and larger sizes with the current aspect ratio, within the model's limits; empty without a size. */
export function suggestedSizes(form: Form, values: Values): Size[] {
  const field = form.fields.find((other) => other.kind === 'size')
  const { width, height } = values
  if (!field?.priced || typeof width !== 'number' || typeof height !== 'number') return []
  const current = { width, height }
  // Limits both sides together to keep the aspect ratio.
  const minFactor = Math.max((field.width.min ?? 0) / width, (field.height.min ?? 0) / height)
  const maxFactor = Math.min((field.width.max ?? Infinity) / width, (field.height.max ?? Infinity) / height)
  const scaled = (factor: number): Size => ({
    width: snapInteger(width * factor, field.width),
    height: snapInteger(height * factor, field.height),
  })
  const sizes = SIZE_FACTORS.map((factor) =>
    factor === 1 ? current : scaled(Math.max(minFactor, Math.min(maxFactor, factor))),
  )
  return sizes
    .filter((size, index) => sizes.findIndex((other) => isSameSize(other, size)) === index)
    .toSorted((a, b) => a.width * a.height - b.width * b.height)
}

const basePlan: Omit<Plan, 'axes'> = {
  count: 1,
  seeds: 'shared',
  variants: false,
  wildcards: {},
  table: null,
  files: null,
}

/** The batch plan of a price comparison: every model with every size and every value, in this order of axes. */
export const comparisonPlan = ({ models, sizes, parameter }: PriceComparison): Plan => ({
  ...basePlan,
  axes: [
    { field: 'model', values: [...models] },
    ...(sizes.length > 0
      ? [{ field: 'size', values: sizes.map(({ width, height }) => ({ width, height })) }]
      : []),
    ...(parameter && parameter.values.length > 0
      ? [{ field: parameter.field, values: [...parameter.values] }]
      : []),
  ],
})

export const comparisonCount = ({ models, sizes, parameter }: PriceComparison): number =>
  models.length * Math.max(1, sizes.length) * Math.max(1, parameter?.values.length ?? 0)

/** Applies a combination to the form, switching the model if needed. If that fails, shows why and resolves to false. */
export function useApplyOption(currentForm: Form): (option: PriceOption) => Promise<boolean> {
  const client = useQueryClient()
  const { operation, model } = currentForm
  return async ({ model: newModel, values }) => {
    const draft = draftStore.getState()
    const isLatest = beginModelChoice(operation)
    if (newModel === model.slug) {
      draft.setValues(values, { edit: 'choice', operation })
      return true
    }
    try {
      const valuesBefore = draft.values[operation] ?? {}
      const carried = valuesToCarry(currentForm, valuesBefore, draft.entered[operation])
      const {
        form,
        values: adapted,
        resets,
      } = await call('forms.adapt', { operation, model: newModel, values: { ...carried, ...values } })
      client.setQueryData(['forms.open', { operation, model: newModel }], form)
      // Another model was chosen meanwhile.
      if (!isLatest()) return true
      draftStore.getState().adapt(
        form,
        adapted,
        visibleResets(resets, { form: currentForm, values: valuesBefore }).filter(
          ({ field }) => !(field in values),
        ),
        valuesBefore,
      )
      draftStore.getState().setValues(values, { edit: 'choice', operation })
      return true
    } catch (error) {
      showProblem(error)
      return false
    }
  }
}
