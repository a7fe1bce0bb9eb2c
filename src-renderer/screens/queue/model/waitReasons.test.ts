import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { describe, expect, test } from 'vitest'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import {
  boundaryErrors,
  budgetErrors,
  batchErrors,
  connectionErrors,
  jobErrors,
  serviceErrors,
  storageErrors,
} from '../../../../src-preload/contract/errors.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { outageReasonSchema } from '../../../../src-preload/contract/types/connection.ts'
import { problemSchema, type Problem } from '../../../../src-preload/contract/types/problem.ts'
import '../../../i18n/lazyTexts.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { waitsForPriceApproval } from '../../../widgets/jobs/JobActions.tsx'
import { makeJob } from '../testing/makeJob.ts'
import { canTryAgain, type WaitContext, waitText, waitLink } from '../../../widgets/jobs/waitReason.ts'
import { jobAction } from '../../../widgets/jobs/jobState.ts'

const now = new Date(2026, 10, 22, 14, 0).getTime()
const noContext: WaitContext = { outage: null, isPaused: false, queueProblem: null, batch: null }
/** Errors that make no job wait, because they end the job or concern only prices. */
const nonWaiting: ReadonlySet<string> = new Set([
  serviceErrors.interrupted,
  serviceErrors.jobFailed,
  serviceErrors.jobVanished,
  serviceErrors.pricesUsedUp,
  serviceErrors.tooLargeToPrice,
])
const serviceCodes = Object.values(serviceErrors).filter((code) => !nonWaiting.has(code))

const diskCodes = [
  jobErrors.diskFull,
  storageErrors.diskFailed,
  storageErrors.diskLow,
  storageErrors.libraryDisconnected,
  storageErrors.libraryReadOnly,
]

/** Codes of the problems that a waiting job can have, by its state. */
const codes = {
  queued: [
    ...serviceCodes.filter((code) => !code.startsWith('result_')),
    connectionErrors.keyMissing,
    connectionErrors.notFound,
    budgetErrors.full,
    budgetErrors.unpriced,
    jobErrors.priceCheck,
    jobErrors.priceCheckFailed,
    jobErrors.priceChanged,
    boundaryErrors.internal,
  ],
  running: [
    ...serviceCodes.filter((code) => !code.startsWith('result_')),
    connectionErrors.keyMissing,
    boundaryErrors.internal,
  ],
  saving: [...serviceCodes, ...diskCodes, boundaryErrors.internal],
  unsaved: [...serviceCodes, ...diskCodes, boundaryErrors.internal],
} satisfies Partial<Record<Job['state'], ProblemCode[]>>
type Waiting = keyof typeof codes

/** Waits that end automatically and can't be shortened; the text says when. */
const CONTINUES_AUTOMATICALLY: ReadonlySet<string> = new Set([
  serviceErrors.rateLimited,
  serviceErrors.dailyLimit,
  jobErrors.priceCheck,
])

const unknown = problemMessage(problemSchema.parse({ code: 'no_such_code', money: 'none' })).summary

/** What is missing in the explanation of a wait. */
function missingParts(job: Job, context: WaitContext): string[] {
  const text = waitText(job, now, context) ?? ''
  const isSentence =
    /[.!?]$/.test(text) && !text.includes(unknown) && !/\{\{|undefined|[a-z]_[a-z]/.test(text)
  const isOffered =
    canTryAgain(job, context.outage) ||
    jobAction(job.state) === 'try_again' ||
    waitLink(job, context) !== null ||
    waitsForPriceApproval(job) ||
    context.queueProblem !== null
  const isExplained = CONTINUES_AUTOMATICALLY.has(job.problem?.code ?? '') && /\b(?:in|at) \d/.test(text)
  return [...(isSentence ? [] : [`a sentence: ${text}`]), ...(isOffered || isExplained ? [] : ['an action'])]
}

const states: Waiting[] = ['queued', 'running', 'saving', 'unsaved']
const cases = states.flatMap((state) => codes[state].map((code): [Waiting, ProblemCode] => [state, code]))

const params = {
  scope: 'day',
  cap: 1,
  used: 1,
  reserved: 0,
  wanted: 1,
  price: 1,
  shown: 1,
  jobs: 1,
  because: 'service_error',
  free: 1,
}

describe('every wait reason has a sentence and an action', () => {
  test.each(cases)('%s: %s', (state, code) => {
    const problem = makeProblem(code, { params })
    expect(missingParts(makeJob({ state, problem, waitsUntil: now + 90_000 }), noContext)).toEqual([])
  })

  test.each(
    outageReasonSchema.options.flatMap((reason) => [
      ['queued', reason] as const,
      ['running', reason] as const,
    ]),
  )('%s, in an outage: %s', (state, reason) => {
    const outage = { since: now - 90_000, reason, status: 500, nextTryAt: now + 1000, trying: false }
    expect(missingParts(makeJob({ state }), { ...noContext, outage })).toEqual([])
    expect(waitText(makeJob({ state }), now, { ...noContext, outage })).toContain('since')
  })

  test.each([
    storageErrors.diskLow,
    storageErrors.libraryDisconnected,
    storageErrors.libraryReadOnly,
    storageErrors.diskFailed,
    storageErrors.databaseUnsound,
  ])('nothing is sent: %s', (code) => {
    expect(
      missingParts(makeJob({ state: 'queued' }), {
        ...noContext,
        queueProblem: makeProblem(code, { params }),
      }),
    ).toEqual([])
  })

  test.each([
    batchErrors.budget,
    batchErrors.capReached,
    batchErrors.balance,
    batchErrors.priceChanged,
    jobErrors.priceCheckFailed,
  ])('its batch waits: %s', (code) => {
    const batch = { state: 'paused', problem: makeProblem(code, { params }) } as const
    expect(missingParts(makeJob({ state: 'queued', batch: 'b' }), { ...noContext, batch })).toEqual([])
  })

  test.each(['paused', 'waiting'] as const)('its batch is %s', (state) => {
    expect(
      missingParts(makeJob({ state: 'queued', batch: 'b' }), {
        ...noContext,
        batch: { state, problem: null },
      }),
    ).toEqual([])
  })

  test('the queue is paused', () => {
    expect(missingParts(makeJob({ state: 'queued' }), { ...noContext, isPaused: true })).toEqual([])
  })
})

test.each([serviceErrors.unreachable, serviceErrors.timeout, serviceErrors.tls, serviceErrors.serverError])(
  'a wait for a failing result host (%s) shows the host, the start of the failure and the next try',
  (code) => {
    const resultHost = { host: 'cdn.example', since: now - 90_000 }
    const problem: Problem = { code, money: 'charged', params: resultHost, resultHost }
    const text = waitText(makeJob({ state: 'unsaved', problem, waitsUntil: now + 30_000 }), now, noContext)
    expect(text).toContain('cdn.example')
    expect(text).not.toContain('the service')
    expect(text).toMatch(/since .*Next download in 30 s\.$/)
  },
)
