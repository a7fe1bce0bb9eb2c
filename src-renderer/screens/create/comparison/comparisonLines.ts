import type { PreviewRow } from '../../../../src-preload/contract/types/batch.ts'
import type { Values, Form } from '../../../../src-preload/contract/types/form.ts'
import type { Size } from '../fields/size/FollowedSize.tsx'
import { sizeText } from '../fields/size/SizeInput.tsx'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { findField } from '../../../widgets/forms/formValues.ts'
import { issueText } from '../../../widgets/forms/issueText.ts'

/** The combinations whose prices are compared. */
export interface PriceComparison {
  /** Slugs, in the order of the list. */
  models: readonly string[]
  /** Empty if the form has no size. */
  sizes: readonly Size[]
  /** A numeric field and the values to compare. */
  parameter: { field: string; values: readonly number[] } | null
}

/** One combination: its position on its line, and its price if known. */
export interface PriceOption {
  /** The compared value: of the parameter, or megapixels. */
  x: number
  /** The compared value as text. */
  label: string
  /** Slug of the model. */
  model: string
  /** Form values of this combination, without the model. */
  values: Values
  /** Model, size and value, to distinguish it from all other combinations. */
  name: string
  /** Its row in the preview with the price; undefined while loading. */
  row: PreviewRow | undefined
}

export interface PriceComparisonLine {
  /** Model and size. */
  label: string
  /** Index of its model, for its colour. */
  modelIndex: number
  /** Index of its size, for its dashes. */
  sizeIndex: number
  options: PriceOption[]
}

interface Labels {
  modelName: (slug: string) => string
  /** Label of the compared field, for example "Steps". */
  parameterLabel: string
}

/**
 * The price comparison as lines over one parameter: the values of the numeric field, otherwise sizes by area. Without several of
 * either, there is one price for each model. All lines have the same positions.
 */
export function comparisonLines(
  priceComparison: PriceComparison,
  rows: readonly PreviewRow[],
  labels: Labels,
): PriceComparisonLine[] {
  const { models, sizes, parameter } = priceComparison
  const rowsByKey = new Map(rows.map((row) => [row.axisIndexes.join(' '), row]))
  const values = parameter && parameter.values.length > 0 ? parameter.values : null
  const option = (
    model: number,
    size: number | null,
    value: number | null,
  ): Omit<PriceOption, 'x' | 'label'> => {
    const slug = models[model] ?? ''
    const dimensions = size === null ? undefined : sizes[size]
    const number = value === null || !values ? undefined : values[value]
    const index = [model, ...(size === null ? [] : [size]), ...(value === null ? [] : [value])]
    return {
      model: slug,
      values: { ...dimensions, ...(parameter && number !== undefined ? { [parameter.field]: number } : {}) },
      name: [
        labels.modelName(slug),
        dimensions && sizeText(dimensions),
        number !== undefined && `${labels.parameterLabel} ${number}`,
      ]
        .filter(Boolean)
        .join(' · '),
      row: rowsByKey.get(index.join(' ')),
    }
  }
  const sizeIndexes = sizes.length > 0 ? [...sizes.keys()] : [null]
  const modelIndexes = [...models.keys()]
  const nameOf = (model: number): string => labels.modelName(models[model] ?? '')
  if (values && values.length > 1)
    return modelIndexes.flatMap((model) =>
      sizeIndexes.map((size) => ({
        label: [nameOf(model), size !== null && sizes.length > 1 && sizeText(sizes[size] ?? NO_SIZE)]
          .filter(Boolean)
          .join(' · '),
        modelIndex: model,
        sizeIndex: size ?? 0,
        options: values.map((value, index) => ({
          x: value,
          label: String(value),
          ...option(model, size, index),
        })),
      })),
    )
  const onlyValue = values ? 0 : null
  if (sizes.length > 1)
    return modelIndexes.map((model) => ({
      label: nameOf(model),
      modelIndex: model,
      sizeIndex: 0,
      options: sizes.map((size, index) => ({
        x: megapixels(size),
        label: sizeText(size),
        ...option(model, index, onlyValue),
      })),
    }))
  const label = [sizes[0] && sizeText(sizes[0]), values && `${labels.parameterLabel} ${values[0]}`]
    .filter(Boolean)
    .join(' · ')
  return modelIndexes.map((model) => ({
    label: nameOf(model),
    modelIndex: model,
    sizeIndex: 0,
    options: [
      {
        x: 0,
        label: label || t('priceComparison.price'),
        ...option(model, sizes.length > 0 ? 0 : null, onlyValue),
      },
    ],
  }))
}

/** The parameters of a combination that affect its price: "1024 × 1024 · Steps 8"; empty while they are unknown. */
export function parametersText(form: Form, { row }: PriceOption): string {
  const { width, height } = row?.values ?? {}
  const numbers = form.fields.flatMap(({ kind, priced, name, label }) => {
    const value = row?.values[name]
    return priced && (kind === 'integer' || kind === 'number') && typeof value === 'number'
      ? [`${label} ${value}`]
      : []
  })
  const hasSize = typeof width === 'number' && typeof height === 'number'
  return [...(hasSize ? [sizeText({ width, height })] : []), ...numbers].join(' · ')
}

const NO_SIZE = { width: 0, height: 0 }
const megapixels = ({ width, height }: { width: number; height: number }): number => (width * height) / 1e6

/** Distinguishable on light and dark backgrounds; the first is the accent colour. */
const COLOURS = ['#6e6ade', '#0d9488', '#d97706', '#c2418c', '#3b82f6', '#65a30d', '#9a6b4f', '#64748b']
/** Lengths of dashes and gaps in pixels, by size. */
const DASHES = [[], [6, 4], [2, 3], [10, 3, 2, 3], [1, 5]]

export const lineColour = (modelIndex: number): string => COLOURS[modelIndex % COLOURS.length] ?? '#6e6ade'
export const lineDash = (sizeIndex: number): number[] => DASHES[sizeIndex % DASHES.length] ?? []

/** Why a combination has no price: it is invalid, or the service returned none; undefined if it has one or none was requested. */
export function noPriceReason(form: Form, { row }: PriceOption): string | undefined {
  if (!row) return undefined
  if (row.issues.length > 0)
    return row.issues
      .map((issue) =>
        t('priceComparison.reason', {
          label:
            findField(form, issue.field)?.label ??
            (issue.field === 'model' ? t('create.model') : issue.field),
          text: issueText(issue),
        }),
      )
      .join(' ')
  return row.problem ? problemMessage(row.problem).summary : undefined
}

/** More notes would push the table out of view. */
const MAX_NOTES = 4

/** The reasons for missing prices, each once with the first affected combination, and the number of reasons left out. */
export function comparisonNotes(
  form: Form,
  lines: readonly PriceComparisonLine[],
): { notes: string[]; moreCount: number } {
  const reasons = new Map<string, { name: string; isInvalid: boolean; count: number }>()
  for (const { options } of lines)
    for (const option of options) {
      const reason = noPriceReason(form, option)
      if (reason === undefined) continue
      const entry = reasons.get(reason)
      if (entry) entry.count++
      else
        reasons.set(reason, { name: option.name, isInvalid: (option.row?.issues.length ?? 0) > 0, count: 1 })
    }
  const notes = [...reasons].map(([reason, { name, isInvalid, count }]) => {
    const what = count > 1 ? `${name} ${t('priceComparison.more', { count: count - 1 })}` : name
    return t(isInvalid ? 'priceComparison.why_over' : 'priceComparison.why_none', { what, why: reason })
  })
  return { notes: notes.slice(0, MAX_NOTES), moreCount: Math.max(0, notes.length - MAX_NOTES) }
}
