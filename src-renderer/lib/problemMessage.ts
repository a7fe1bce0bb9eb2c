import type { Problem } from '../../src-preload/contract/types/problem.ts'
import { lookUp, t } from '../i18n/t.ts'
import { formatTimeOrDateTime } from './time.ts'
import { formatBytes } from './bytes.ts'
import { formatMoney } from '../../src-preload/shared/formatMoney.ts'

/** The texts of a problem: what happened, whether money moved (empty if unrelated to money), what to do next. */
export interface ProblemMessage {
  summary: string
  money: string
  nextStep: string
  /** The service's own message, shown as plain text after ours. */
  serviceMessage?: string
  /** Codes and messages of the system, shown behind "Details". */
  details?: string
}

export function problemMessage(problem: Problem): ProblemMessage {
  const params = { ...formatParams(problem.params), code: problem.code }
  // Some problems have a special text for a scope or reason, for example the limit per run.
  const kind = `${problem.code}_${String(problem.params?.['scope'] ?? problem.params?.['reason']).split(':')[0]}`
  // A result host is not the service.
  const isAboutHost = typeof problem.params?.['host'] === 'string'
  const find = (end: '' | '_next') =>
    (isAboutHost ? lookUp(`problems.${problem.code}_host${end}`, params) : undefined) ??
    lookUp(`problems.${kind}${end}`, params) ??
    lookUp(`problems.${problem.code}${end}`, params)
  const known = find('')
  const details = detailsOf(problem, known !== undefined)
  return {
    summary: known?.trim() ?? t('problems.unknown'),
    money: problem.money === 'none' ? '' : t(`problems.money_${problem.money}`),
    nextStep: find('_next') ?? (known ? '' : t('problems.unknown_next')),
    ...(problem.serviceWords ? { serviceMessage: problem.serviceWords } : {}),
    ...(details ? { details } : {}),
  }
}

/** Details of a problem: an unknown code, the system's message, or where entries were found. */
function detailsOf({ code, params = {} }: Problem, isKnown: boolean): string {
  if (!isKnown) return code
  return [params['cause'], params['detail'], params['source']]
    .filter((text) => typeof text === 'string')
    .join(' ')
}

const BYTES: ReadonlySet<string> = new Set(['free', 'needed'])
const AMOUNTS: ReadonlySet<string> = new Set(['cap', 'used', 'held', 'wanted', 'price', 'shown'])

const numbers = new Intl.NumberFormat('en')

/** Formats parameters for display: money, grouped numbers, sizes, and the scope of a limit. */
function formatParams(params: Problem['params'] = {}): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (AMOUNTS.has(name) && typeof value === 'number') return [name, formatMoney(value)]
      if (BYTES.has(name) && typeof value === 'number') return [name, formatBytes(value)]
      if (name === 'most' && typeof value === 'number') return [name, numbers.format(value)]
      if (name === 'since' && typeof value === 'number') return [name, formatTimeOrDateTime(value)]
      if (name === 'because') return [name, lookUp(`problems.${value}`) ?? '']
      if (name !== 'scope') return [name, value]
      return [name, lookUp(`problems.scope_${String(value).split(':')[0]}`, params) ?? value]
    }),
  )
}
