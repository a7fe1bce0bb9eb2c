import { makeProblem } from '../../src-preload/testing/makeProblem.ts'
import { problemSchema } from '../../src-preload/contract/types/problem.ts'
import type { ProblemCode } from '../../src-preload/contract/problemCodes.ts'
import type {
  MissingKeyReason,
  ProblemParams,
  RequestCode,
  RequestData,
} from '../../src-preload/contract/problemParams.ts'
import type { BudgetScope } from '../../src-preload/contract/types/money.ts'
import { expect, expectTypeOf, test } from 'vitest'
import * as errors from '../../src-preload/contract/errors.ts'
import type { PlaceholdersOf } from '../i18n/t.ts'
import { problemMessage } from './problemMessage.ts'

const codes = Object.values(errors)
  .filter((map) => typeof map === 'object')
  .flatMap((map) => Object.values<ProblemCode>(map))

test.each(codes)('%s has its own texts for what happened and what to do', (code) => {
  const message = problemMessage(makeProblem(code))
  expect(message.summary).not.toContain(code)
  expect(message.summary.length).toBeGreaterThan(10)
  expect(message.nextStep.length).toBeGreaterThan(5)
  expect(message.money).toBe('')
})

test('includes whether anything was charged if the problem concerns money', () => {
  const about = (money: 'not_charged' | 'charged' | 'refunded' | 'unknown') =>
    problemMessage({ code: 'job_failed', money }).money
  expect(about('not_charged')).toBe('Nothing was charged.')
  expect(new Set([about('not_charged'), about('charged'), about('refunded'), about('unknown')]).size).toBe(4)
})

test('codes and system messages are in the details, and the service’s message is separate', () => {
  const message = problemMessage(
    problemSchema.parse({ code: 'brand_new', money: 'none', serviceMessage: '<b>odd</b>' }),
  )
  expect(message.summary).toBe('Something went wrong.')
  expect(message.details).toBe('brand_new')
  const failed = problemMessage({ code: 'disk_failed', money: 'none', params: { cause: 'EIO' } })
  expect(failed).toMatchObject({
    summary: 'Easel couldn’t read from or write to your disk.',
    details: 'EIO',
  })
  expect(message.nextStep).not.toBe('')
  expect(message.serviceMessage).toBe('<b>odd</b>')
})

test('an exceeded limit shows its scope and amounts', () => {
  const params = {
    scope: 'day',
    cap: 5_000_000_000,
    used: 4_990_000_000,
    reserved: 6_000_000,
    wanted: 10_000_000,
  }
  expect(problemMessage(makeProblem('budget_full', { params })).summary).toBe(
    'This costs $0.01. Your $5.00 limit for today has $0.004 left.',
  )
})

test.each([
  ['of a collection', { scope: 'collection', scopeId: 'k' }],
  ['of a collection, stored by an earlier version', { scope: 'collection:k' }],
])('an exceeded limit %s shows its name', (_, scope) => {
  const params = {
    ...scope,
    name: 'Posters',
    cap: 5_000_000_000,
    used: 0,
    reserved: 0,
    wanted: 6_000_000_000,
  }
  expect(problemMessage(makeProblem('budget_full', { params })).summary).toBe(
    'This costs $6.00. Your $5.00 limit for the collection “Posters” this month has $5.00 left.',
  )
})

test('the limit per run shows only the limit and the required amount', () => {
  const params = { scope: 'run', cap: 10_000_000, used: 0, reserved: 0, wanted: 12_639_000 }
  const { summary, nextStep } = problemMessage(makeProblem('budget_full', { params }))
  expect(summary).toBe('This costs $0.012639. Your limit per run is $0.01.')
  expect(nextStep).not.toContain('wait')
})

test('a failed price check shows the reason', () => {
  const because = (code: string) =>
    problemMessage({ code: 'price_check_failed', money: 'not_charged', params: { because: code } }).summary
  expect(because('service_unreachable')).toBe(
    'The price is out of date, and there’s no new one. Easel can’t reach the service.',
  )
  expect(because('')).toBe('The price is out of date, and there’s no new one.')
})

test.each([
  [
    'batch_cap_reached',
    'jobs',
    'Limit of $0.01 reached. 1 job ($0.006) is waiting.',
    '1,200 jobs ($0.006) are',
  ],
  ['batch_unpriced', 'count', 'The service gave no price for 1 row.', '1,200 rows'],
  ['rows_quarantined', 'count', 'Easel couldn’t read 1 entry and quarantined it.', '1,200 entries'],
  ['files_found', 'count', 'Easel found 1 finished result that belongs to no job.', '1,200 finished results'],
] as const)('%s agrees with its number of %s', (code, name, singular, plural) => {
  const summaryFor = (count: number) =>
    problemMessage(makeProblem(code, { params: { cap: 10_000_000, reserved: 6_000_000, [name]: count } }))
      .summary
  expect(summaryFor(1)).toBe(singular)
  expect(summaryFor(1200)).toContain(plural)
})

test('a nearly reached limit is reported with the amount, not with the share at which the warning starts', () => {
  const params = { scope: 'day', cap: 5_000_000_000, used: 4_750_000_000 }
  expect(problemMessage(makeProblem('budget_near', { params })).summary).toBe(
    '$4.75 of your $5.00 limit for today is spent or reserved.',
  )
})

test('a reason that the service states for a failed job selects no text of ours', () => {
  const withReason = problemMessage({ code: 'job_failed', money: 'unknown', params: { reason: 'next' } })
  expect(withReason.summary).toBe(problemMessage({ code: 'job_failed', money: 'unknown' }).summary)
})

test('a file that is too large shows the largest size', () => {
  const params = { maxBytes: 1 << 30 }
  expect(problemMessage({ code: 'input_too_large', money: 'none', params }).summary).toBe(
    'This file is larger than 1.1 GB.',
  )
})

test('the texts of a problem mention only parameters that it has', () => {
  type Case = BudgetScope['kind'] | MissingKeyReason | 'list' | 'host'
  type Names<Code> = Code extends string ? Code | `${Code}_${Case}` : never
  type Mentioned<Code extends string> = PlaceholdersOf<`problems.${Names<Code> | `${Names<Code>}_next`}`>
  type NamesOf<Params> = Params extends unknown ? keyof Params : never
  type Known<Code> = Code extends keyof ProblemParams
    ? NamesOf<ProblemParams[Code]>
    : Code extends RequestCode
      ? NamesOf<NonNullable<RequestData['params']>>
      : never
  // `problemMessage` derives these.
  type Derived = 'count' | 'left' | 'code'
  type Missing = {
    [Code in ProblemCode]: Exclude<Mentioned<Code>, Known<Code> | Derived> extends never ? never : Code
  }[ProblemCode]
  expectTypeOf<Missing>().toEqualTypeOf<never>()
})

test('a file that can’t be used is named by what it is', () => {
  const about = (what: string) => problemMessage(makeProblem('input_unknown', { params: { what } }))
  expect(about('heic')).toMatchObject({
    summary: 'This is a HEIC photo.',
    nextStep: 'Export it as JPEG in your photo app, then choose that file.',
  })
  expect(about('tiff').summary).toBe('This is a TIFF image.')
  expect(about('something').summary).toBe('This isn’t an image, a video or an audio file.')
})
