import type { PlanDraft } from '../../../../src-preload/contract/types/batchDraft.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { MAX_NAME_LENGTH } from '../../../../src-preload/constraints/limits.ts'
import { t } from '../../../i18n/t.ts'
import { formatClock } from '../../../lib/format/time.ts'
import { truncate } from '../../../../src-preload/shared/truncate.ts'
import { type AxisField, axisValues } from './plan/planFields.ts'

/** The longest name that is suggested, in Unicode code points. */
const MAX_LENGTH = 60

interface Options {
  plan: PlanDraft
  fields: readonly AxisField[]
  values: Values
  /** Number of rows of the preview; undefined while it loads. */
  rows: number | undefined
  /** When the dialog was opened, in ms since the epoch. */
  openedAt: number
}

/** A name that says how the jobs differ: "3 models × 2 prompts · 1:54 AM"; without differences, the beginning of the prompt. */
export function suggestedName({ plan, fields, values, rows, openedAt }: Options): string {
  const factors = plan.axes.flatMap((axis) => {
    const field = fields.find(({ id }) => id === axis.field)
    const count = field ? (axisValues(field, axis)?.length ?? 0) : 0
    return field && count > 0 ? [{ count, text: axisText(field, count) }] : []
  })
  if (plan.table)
    factors.unshift({ count: plan.table.rows, text: t('batch.rows', { count: plan.table.rows }) })
  if (plan.files?.pair.by === 'each') {
    const count = plan.files.files.length
    factors.push({ count, text: t('batch.files_count', { count }) })
  }
  // The remaining factor comes from options in braces and wildcard lists.
  const product = factors.reduce((all, { count }) => all * count, plan.count)
  const prompts = rows === undefined || product === 0 ? 1 : rows / product
  if (Number.isInteger(prompts) && prompts > 1)
    factors.push({ count: prompts, text: t('batch.name_prompts', { count: prompts }) })
  if (plan.count > 1) factors.push({ count: plan.count, text: t('batch.name_copies', { count: plan.count }) })
  const parts = [
    ...(plan.table ? [cutAtWord(plan.table.name)] : []),
    factors
      .filter(({ count }) => count > 0)
      .map(({ text }) => text)
      .join(' × '),
  ].filter((part) => part !== '')
  if (parts.length > 0) return truncate([...parts, formatClock(openedAt)].join(' · '), MAX_NAME_LENGTH)
  const text = values['prompt'] ?? values['text']
  const firstLine = typeof text === 'string' ? (text.trim().split('\n')[0] ?? '') : ''
  return cutAtWord(firstLine.trim()) || t('batch.name_none')
}

function axisText({ id, input, label }: AxisField, count: number): string {
  if (id === 'model') return t('batch.name_models', { count })
  if (id === 'size') return t('batch.name_sizes', { count })
  if (id === 'seed') return t('batch.name_seeds', { count })
  if (input === 'lines' && id === 'prompt') return t('batch.name_prompts', { count })
  return t('batch.name_values', { count, label: label.toLowerCase() })
}

/** The beginning of a text up to the end of a word. */
function cutAtWord(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= MAX_LENGTH) return text
  const start = characters.slice(0, MAX_LENGTH).join('')
  const end = start.lastIndexOf(' ')
  return `${(end > 0 ? start.slice(0, end) : start).trimEnd()}…`
}
