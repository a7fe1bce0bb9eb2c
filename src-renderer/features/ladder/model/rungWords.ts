import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { problemWords } from '../../../lib/problemWords.ts'
import { fieldOf } from '../../create/model/formValues.ts'
import { issueWords } from '../../create/model/issueWords.ts'
import type { LadderLine, Rung } from './ladderLines.ts'

/** Why a combination has no price: it is not possible, or the service gave none; undefined where it has one or was not asked. */
export function whyNot(form: Form, { row }: Rung): string | undefined {
  if (!row) return undefined
  if (row.issues.length > 0)
    return row.issues
      .map((issue) =>
        t('ladder.reason', {
          label:
            fieldOf(form, issue.field)?.label ?? (issue.field === 'model' ? t('create.model') : issue.field),
          words: issueWords(issue),
        }),
      )
      .join(' ')
  return row.problem ? problemWords(row.problem).what : undefined
}

const MOST = 4

/** What stands in the way of prices, each reason once with the first combination it is true of. */
export function ladderNotes(form: Form, lines: readonly LadderLine[]): { notes: string[]; more: number } {
  const found = new Map<string, { name: string; over: boolean; count: number }>()
  for (const { rungs } of lines)
    for (const rung of rungs) {
      const why = whyNot(form, rung)
      if (why === undefined) continue
      const known = found.get(why)
      if (known) known.count++
      else found.set(why, { name: rung.name, over: (rung.row?.issues.length ?? 0) > 0, count: 1 })
    }
  const notes = [...found].map(([why, { name, over, count }]) => {
    const what = count > 1 ? `${name} ${t('ladder.more', { count: count - 1 })}` : name
    return t(over ? 'ladder.why_over' : 'ladder.why_none', { what, why })
  })
  return { notes: notes.slice(0, MOST), more: Math.max(0, notes.length - MOST) }
}
