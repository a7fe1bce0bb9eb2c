import type { PreviewRow } from '../../../../../src-preload/contract/types/batch.ts'
import type { Values } from '../../../../../src-preload/contract/types/form.ts'
import { type PriceComparison, sizeText } from './PriceComparison.ts'

/** One combination: where it stands on its line, and what is known of it. */
export interface PriceOption {
  x: number
  /** What stands below it. */
  label: string
  model: string
  /** What it puts into the form, but for the model. */
  values: Values
  /** In words, with its line's. */
  name: string
  row: PreviewRow | undefined
}

export interface PriceComparisonLine {
  /** Model and size in words. */
  label: string
  /** Indexes for its colour and its dashes. */
  model: number
  size: number
  options: PriceOption[]
}

interface Words {
  modelName: (slug: string) => string
  /** "Steps". */
  alongLabel: string
}

/**
 * The price comparison as lines over one measure: over the values of its number, else over sizes by their area, else over models. All
 * lines have the same places.
 */
export function comparisonLines(
  priceComparison: PriceComparison,
  rows: readonly PreviewRow[],
  words: Words,
): PriceComparisonLine[] {
  const { models, sizes, along } = priceComparison
  const byPlace = new Map(rows.map((row) => [row.at.join(' '), row]))
  const values = along && along.values.length > 0 ? along.values : null
  const option = (
    model: number,
    size: number | null,
    value: number | null,
  ): Omit<PriceOption, 'x' | 'label'> => {
    const slug = models[model] ?? ''
    const chosen = size === null ? undefined : sizes[size]
    const number = value === null || !values ? undefined : values[value]
    const at = [model, ...(size === null ? [] : [size]), ...(value === null ? [] : [value])]
    return {
      model: slug,
      values: { ...chosen, ...(along && number !== undefined ? { [along.field]: number } : {}) },
      name: [
        words.modelName(slug),
        chosen && sizeText(chosen),
        number !== undefined && `${words.alongLabel} ${number}`,
      ]
        .filter(Boolean)
        .join(' · '),
      row: byPlace.get(at.join(' ')),
    }
  }
  const sizeIndexes = sizes.length > 0 ? [...sizes.keys()] : [null]
  const modelIndexes = [...models.keys()]
  const nameOf = (model: number): string => words.modelName(models[model] ?? '')
  if (values && values.length > 1)
    return modelIndexes.flatMap((model) =>
      sizeIndexes.map((size) => ({
        label: [nameOf(model), size !== null && sizes.length > 1 && sizeText(sizes[size] ?? NONE)]
          .filter(Boolean)
          .join(' · '),
        model,
        size: size ?? 0,
        options: values.map((value, at) => ({ x: value, label: String(value), ...option(model, size, at) })),
      })),
    )
  const only = values ? 0 : null
  if (sizes.length > 1)
    return modelIndexes.map((model) => ({
      label: nameOf(model),
      model,
      size: 0,
      options: sizes.map((size, at) => ({
        x: area(size),
        label: sizeText(size),
        ...option(model, at, only),
      })),
    }))
  const label = [sizes[0] && sizeText(sizes[0]), values && `${words.alongLabel} ${values[0]}`]
    .filter(Boolean)
    .join(' · ')
  return [
    {
      label,
      model: 0,
      size: 0,
      options: modelIndexes.map((model) => ({
        x: model,
        label: nameOf(model),
        ...option(model, sizes.length > 0 ? 0 : null, only),
      })),
    },
  ]
}

const NONE = { width: 0, height: 0 }
/** In megapixels. */
const area = ({ width, height }: { width: number; height: number }): number => (width * height) / 1e6
