import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { describe, expect, test } from 'vitest'
import {
  borderErrors,
  budgetErrors,
  batchErrors,
  connectionErrors,
  jobErrors,
  serviceErrors,
  storageErrors,
} from '../../../../src-preload/contract/errors.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { outageReasonSchema } from '../../../../src-preload/contract/types/health.ts'
import { problemSchema, type Problem } from '../../../../src-preload/contract/types/problem.ts'
import '../../../i18n/later.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { waitsForPrice } from '../../../widgets/jobs/AcceptPrice.tsx'
import { makeJob } from '../testing/makeJob.ts'
import { canTryAgain } from '../../../widgets/jobs/model/canTryAgain.ts'
import { jobAction } from '../../../widgets/jobs/model/jobActions.ts'
import { waitPlace } from '../../../widgets/jobs/model/waitPlace.ts'
import { type WaitContext, waitText } from '../../../widgets/jobs/model/waitText.ts'

const now = new Date(2026, 10, 22, 14, 0).getTime()
const free: WaitContext = { outage: null, isPaused: false, standing: null, batch: null }
/** Ends a job or concerns prices alone: nothing waits for it. */
const notWaited: ReadonlySet<string> = new Set([
  serviceErrors.interrupted,
  serviceErrors.jobFailed,
  serviceErrors.jobVanished,
  serviceErrors.pricesUsedUp,
  serviceErrors.tooLargeToPrice,
])
const ofService = Object.values(serviceErrors).filter((code) => !notWaited.has(code))

/** Codes of the problems with which a job can wait, by its state. */
const codes = {
  queued: [
    ...ofService.filter((code) => !code.startsWith('result_')),
    connectionErrors.keyMissing,
    connectionErrors.notFound,
    budgetErrors.full,
    budgetErrors.unpriced,
    jobErrors.priceCheck,
    jobErrors.priceCheckFailed,
    jobErrors.priceChanged,
    borderErrors.internal,
  ],
  running: [
    ...ofService.filter((code) => !code.startsWith('result_')),
    connectionErrors.keyMissing,
    borderErrors.internal,
  ],
  saving: [...ofService, jobErrors.diskFull, storageErrors.diskFailed, borderErrors.internal],
  unsaved: [...ofService, jobErrors.diskFull, storageErrors.diskFailed, borderErrors.internal],
} satisfies Partial<Record<Job['state'], ProblemCode[]>>
type Waiting = keyof typeof codes

/** What goes on by itself and can't be hurried: the sentence says when. */
const BY_ITSELF: ReadonlySet<string> = new Set([
  serviceErrors.rateLimited,
  serviceErrors.dailyLimit,
  jobErrors.priceCheck,
])

const unknown = problemMessage(problemSchema.parse({ code: 'no_such_code', money: 'none' })).what

/** What the explanation of a wait lacks. */
function lacks(job: Job, context: WaitContext): string[] {
  const words = waitText(job, now, context) ?? ''
  const isSentence =
    /[.!?]$/.test(words) && !words.includes(unknown) && !/\{\{|undefined|[a-z]_[a-z]/.test(words)
  const isOffered =
    canTryAgain(job, context.outage) ||
    jobAction(job.state) === 'try_again' ||
    waitPlace(job, context) !== null ||
    waitsForPrice(job) ||
    context.standing !== null
  const goesOn = BY_ITSELF.has(job.problem?.code ?? '') && /\b(?:in|at) \d/.test(words)
  return [...(isSentence ? [] : [`a sentence: ${words}`]), ...(isOffered || goesOn ? [] : ['an action'])]
}

const states: Waiting[] = ['queued', 'running', 'saving', 'unsaved']
const cases = states.flatMap((state) => codes[state].map((code): [Waiting, ProblemCode] => [state, code]))

const params = {
  scope: 'day',
  cap: 1,
  used: 1,
  held: 0,
  wanted: 1,
  price: 1,
  shown: 1,
  jobs: 1,
  because: 'service_error',
  free: 1,
}

describe('every reason for which a job waits has a sentence and something to do', () => {
  test.each(cases)('%s: %s', (state, code) => {
    const problem: Problem = { code, money: 'none', params }
    expect(lacks(makeJob({ state, problem, waitsUntil: now + 90_000 }), free)).toEqual([])
  })

  test.each(
    outageReasonSchema.options.flatMap((reason) => [
      ['queued', reason] as const,
      ['running', reason] as const,
    ]),
  )('%s, in an outage: %s', (state, reason) => {
    const outage = { since: now - 90_000, reason, status: 500, nextTryAt: now + 1000, trying: false }
    expect(lacks(makeJob({ state }), { ...free, outage })).toEqual([])
    expect(waitText(makeJob({ state }), now, { ...free, outage })).toContain('since')
  })

  test.each([storageErrors.diskLow])('nothing is sent: %s', (code) => {
    expect(
      lacks(makeJob({ state: 'queued' }), { ...free, standing: { code, money: 'none', params } }),
    ).toEqual([])
  })

  test.each([
    batchErrors.budget,
    batchErrors.capReached,
    batchErrors.balance,
    batchErrors.priceChanged,
    jobErrors.priceCheckFailed,
  ])('its batch waits: %s', (code) => {
    const batch = { state: 'paused', problem: { code, money: 'none', params } } as const
    expect(lacks(makeJob({ state: 'queued', batch: 'b' }), { ...free, batch })).toEqual([])
  })

  test.each(['paused', 'waiting'] as const)('its batch is %s', (state) => {
    expect(
      lacks(makeJob({ state: 'queued', batch: 'b' }), { ...free, batch: { state, problem: null } }),
    ).toEqual([])
  })

  test('the queue is paused', () => {
    expect(lacks(makeJob({ state: 'queued' }), { ...free, isPaused: true })).toEqual([])
  })
})

test.each([serviceErrors.unreachable, serviceErrors.timeout, serviceErrors.tls, serviceErrors.serverError])(
  'a result host that fails (%s) is named, with since when and the next try',
  (code) => {
    const problem: Problem = { code, money: 'charged', params: { host: 'cdn.example', since: now - 90_000 } }
    const words = waitText(makeJob({ state: 'unsaved', problem, waitsUntil: now + 30_000 }), now, free)
    expect(words).toContain('cdn.example')
    expect(words).not.toContain('the service')
    expect(words).toMatch(/since .*Next download in 30 s\.$/)
  },
)
