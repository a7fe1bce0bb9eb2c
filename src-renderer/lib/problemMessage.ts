import type { Problem } from '../../src-preload/contract/types/problem.ts'
import { formatNumber, lookUp, t } from '../i18n/t.ts'
import { formatTimeOrDateTime } from './format/time.ts'
import { formatBytes } from './format/bytes.ts'
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
  const rawParams: Params = { ...problem.params }
  // The problems of a batch have the number of waiting jobs as `jobs`, which selects singular or plural.
  const count = rawParams['count'] ?? rawParams['jobs']
  const params = {
    ...formatParams(rawParams),
    ...(count === undefined ? {} : { count }),
    code: problem.code,
  }
  const specificCode = `${problem.code}_${specificCase(problem)}`
  // Results may come from another host than the service.
  const isFromResultHost = problem.resultHost !== undefined
  const findText = (suffix: '' | '_next') =>
    (isFromResultHost ? lookUp(`problems.${problem.code}_host${suffix}`, params) : undefined) ??
    lookUp(`problems.${specificCode}${suffix}`, params) ??
    lookUp(`problems.${problem.code}${suffix}`, params)
  const summary = findText('')
  const details = summary === undefined ? problem.code : systemDetails(rawParams)
  return {
    summary: summary?.trim() ?? t('problems.unknown'),
    money: problem.money === 'none' ? '' : t(`problems.money_${problem.money}`),
    nextStep: findText('_next') ?? (summary ? '' : t('problems.unknown_next')),
    ...(problem.serviceMessage ? { serviceMessage: problem.serviceMessage } : {}),
    ...(details ? { details } : {}),
  }
}

type Params = Record<string, string | number>

/** The case of a problem that has a text of its own, for example a limit per run; undefined if all cases have the same text. */
function specificCase(problem: Problem): string | undefined {
  const { code, params } = problem
  if (
    code === 'budget_full' ||
    code === 'budget_near' ||
    code === 'budget_unpriced' ||
    code === 'batch_budget'
  )
    return readScope({ ...params })
  if (code === 'model_gone') return params?.name === undefined ? undefined : 'named'
  if (code === 'service_refused') return params?.unknown ? 'unknown' : params?.rejected ? 'fields' : undefined
  if (
    code === 'key_missing' ||
    code === 'variant_broken' ||
    code === 'variant_too_deep' ||
    code === 'variant_unsupported'
  )
    return params?.reason
  if (code === 'service_tls' || code === 'service_proxy') return params?.reason
  if (code === 'service_unreachable' && params?.proxy !== undefined) return 'proxy'
  if (code === 'input_unknown') return params?.what
  return undefined
}

/** The system's message and its source. */
const systemDetails = (params: Params): string =>
  [params['cause'], params['detail'], params['source']].filter((text) => typeof text === 'string').join(' ')

/** The kind of a limit's scope. Problems that earlier versions stored have its id too, as in `collection:ID`. */
const readScope = (params: Params): string | undefined =>
  params['scope'] === undefined ? undefined : String(params['scope']).split(':')[0]

const BYTE_PARAMS: ReadonlySet<string> = new Set(['free', 'needed', 'maxBytes'])
const MONEY_PARAMS: ReadonlySet<string> = new Set([
  'cap',
  'used',
  'reserved',
  'wanted',
  'price',
  'shown',
  'fell',
  'quoted',
])

/** Formats parameters for display: money, grouped numbers, sizes, the scope of a limit and what is left of it. */
function formatParams(params: Params): Params {
  const { cap, used, reserved } = params
  const left =
    typeof cap === 'number' && typeof used === 'number' && typeof reserved === 'number'
      ? { left: formatMoney(Math.max(0, cap - used - reserved)) }
      : {}
  const formatted = Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (MONEY_PARAMS.has(name) && typeof value === 'number') return [name, formatMoney(value)]
      if (BYTE_PARAMS.has(name) && typeof value === 'number') return [name, formatBytes(value)]
      if (name === 'max' && typeof value === 'number') return [name, formatNumber(value)]
      if (name === 'since' && typeof value === 'number') return [name, formatTimeOrDateTime(value)]
      if (name === 'because') return [name, lookUp(`problems.${value}`) ?? '']
      if (name !== 'scope') return [name, value]
      return [name, lookUp(`problems.scope_${readScope(params)}`, params) ?? value]
    }),
  )
  return { ...left, ...formatted }
}
