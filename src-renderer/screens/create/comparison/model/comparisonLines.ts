import type { PreviewRow } from '../../../../../src-preload/contract/types/batch.ts'
import type { Values } from '../../../../../src-preload/contract/types/form.ts'
import { type PriceComparison, sizeText } from './PriceComparison.ts'

/** One combination: its position on its line, and its price if known. */
export interface PriceOption {
  x: number
  /** Label of its position. */
  label: string
  model: string
  /** Form values of this combination, without the model. */
  values: Values
  /** Full name, including the line's. */
  name: string
  row: PreviewRow | undefined
}

export interface PriceComparisonLine {
  /** Model and size. */
  label: string
  /** Indexes for its colour and its dashes. */
  model: number
  size: number
  options: PriceOption[]
}

interface Labels {
  modelName: (slug: string) => string
  /** "Steps". */
  alongLabel: string
}

/**
 * The price comparison as lines over one parameter: the values of the numeric field, otherwise sizes by area, otherwise
 * models. All lines have the same positions.
 */
export function comparisonLines(
  priceComparison: PriceComparison,
  rows: readonly PreviewRow[],
  labels: Labels,
): PriceComparisonLine[] {
  const { models, sizes, along } = priceComparison
  const rowsByKey = new Map(rows.map((row) => [row.at.join(' '), row]))
  const values = along && along.values.length > 0 ? along.values : null
  const option = (
    model: number,
    size: number | null,
    value: number | null,
  ): Omit<PriceOption, 'x' | 'label'> => {
    const slug = models[model] ?? ''
    const chosen = size === null ? undefined : sizes[size]
    const number = value === null || !values ? undefined : values[value]
    const index = [model, ...(size === null ? [] : [size]), ...(value === null ? [] : [value])]
    return {
      model: slug,
      values: { ...chosen, ...(along && number !== undefined ? { [along.field]: number } : {}) },
      name: [
        labels.modelName(slug),
        chosen && sizeText(chosen),
        number !== undefined && `${labels.alongLabel} ${number}`,
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
        label: [nameOf(model), size !== null && sizes.length > 1 && sizeText(sizes[size] ?? NONE)]
          .filter(Boolean)
          .join(' · '),
        model,
        size: size ?? 0,
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
      model,
      size: 0,
      options: sizes.map((size, index) => ({
        x: megapixels(size),
        label: sizeText(size),
        ...option(model, index, onlyValue),
      })),
    }))
  const label = [sizes[0] && sizeText(sizes[0]), values && `${labels.alongLabel} ${values[0]}`]
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
        ...option(model, sizes.length > 0 ? 0 : null, onlyValue),
      })),
    },
  ]
}

const NONE = { width: 0, height: 0 }
/** In megapixels. */
const megapixels = ({ width, height }: { width: number; height: number }): number => (width * height) / 1e6
