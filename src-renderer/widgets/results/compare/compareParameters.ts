import { formatName } from '../../../../src-preload/shared/formatName.ts'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { t } from '../../../i18n/t.ts'
import { formatDuration } from '../../../lib/format/time.ts'

/** One parameter of several results; `values` are in their order. */
export interface ComparedParameter {
  name: string
  label: string
  /** Null where a result has no such parameter. */
  values: (string | null)[]
  isEqual: boolean
}

/**
 * The parameters and facts of results side by side: the texts, the task and model, the other parameters in the order of
 * their forms, then facts about the files.
 */
export function compareParameters(details: readonly AssetDetail[]): ComparedParameter[] {
  const rows = new Map<string, ComparedParameter>()
  const put = (name: string, label: string, index: number, value: string | null): void => {
    const row = rows.get(name) ?? { name, label, values: details.map(() => null), isEqual: false }
    row.values[index] = value
    rows.set(name, row)
  }
  const putLines = (as: 'multiline' | 'singleLine'): void => {
    for (const [index, { parameters }] of details.entries())
      for (const line of parameters?.lines ?? [])
        if (line.as === as) put(`line ${line.name}`, line.label, index, line.text)
  }
  const putAll = (name: string, label: string, valueOf: (detail: AssetDetail) => string | null): void => {
    for (const [index, detail] of details.entries()) put(name, label, index, valueOf(detail))
  }
  putLines('multiline')
  putAll('task', t('compare.task'), ({ parameters }) => parameters?.operationName ?? null)
  putAll('model', t('compare.model'), ({ parameters }) => parameters?.model.name ?? null)
  putLines('singleLine')
  putAll('price', t('compare.price'), ({ parameters }) => {
    const price = parameters?.price ?? null
    return price === null ? null : formatMoney(price)
  })
  putAll('dimensions', t('compare.dimensions'), ({ asset: { width, height } }) =>
    width === null || height === null ? null : `${width} × ${height}`,
  )
  putAll('length', t('compare.length'), ({ asset: { durationMs } }) =>
    durationMs === null ? null : formatDuration(durationMs),
  )
  putAll('format', t('compare.format'), ({ asset }) => formatName(asset.format))
  return [...rows.values()]
    .filter(({ values }) => values.some((value) => value !== null))
    .map((row) => ({ ...row, isEqual: row.values.every((value) => value === row.values[0]) }))
}
