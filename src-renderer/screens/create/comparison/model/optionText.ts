import type { Form } from '../../../../../src-preload/contract/types/form.ts'
import { t } from '../../../../i18n/t.ts'
import { problemMessage } from '../../../../lib/problemMessage.ts'
import { fieldOf } from '../../../../widgets/forms/formValues.ts'
import { issueText } from '../../model/issueText.ts'
import type { PriceComparisonLine, PriceOption } from './comparisonLines.ts'

/** Why a combination has no price: it is invalid, or the service returned none; undefined if it has one or none was requested. */
export function noPriceReason(form: Form, { row }: PriceOption): string | undefined {
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

const MAX_NOTES = 4

/** The reasons for missing prices, each once with the first affected combination. */
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
