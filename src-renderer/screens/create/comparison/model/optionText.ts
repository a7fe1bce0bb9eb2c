import type { Form } from '../../../../../src-preload/contract/types/form.ts'
import { t } from '../../../../i18n/t.ts'
import { problemMessage } from '../../../../lib/problemMessage.ts'
import { fieldOf } from '../../../../widgets/forms/formValues.ts'
import { issueText } from '../../model/issueText.ts'
import type { PriceComparisonLine, PriceOption } from './comparisonLines.ts'

/** Why a combination has no price: it is not possible, or the service gave none; undefined where it has one or was not asked. */
export function whyNot(form: Form, { row }: PriceOption): string | undefined {
  if (!row) return undefined
  if (row.issues.length > 0)
    return row.issues
      .map((issue) =>
        t('priceComparison.reason', {
          label:
            fieldOf(form, issue.field)?.label ?? (issue.field === 'model' ? t('create.model') : issue.field),
          words: issueText(issue),
        }),
      )
      .join(' ')
  return row.problem ? problemMessage(row.problem).what : undefined
}

const MOST = 4

/** What stands in the way of prices, each reason once with the first combination it is true of. */
export function comparisonNotes(
  form: Form,
  lines: readonly PriceComparisonLine[],
): { notes: string[]; more: number } {
  const found = new Map<string, { name: string; over: boolean; count: number }>()
  for (const { options } of lines)
    for (const option of options) {
      const why = whyNot(form, option)
      if (why === undefined) continue
      const known = found.get(why)
      if (known) known.count++
      else found.set(why, { name: option.name, over: (option.row?.issues.length ?? 0) > 0, count: 1 })
    }
  const notes = [...found].map(([why, { name, over, count }]) => {
    const what = count > 1 ? `${name} ${t('priceComparison.more', { count: count - 1 })}` : name
    return t(over ? 'priceComparison.why_over' : 'priceComparison.why_none', { what, why })
  })
  return { notes: notes.slice(0, MOST), more: Math.max(0, notes.length - MOST) }
}
