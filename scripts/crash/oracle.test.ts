import { expect, test } from 'vitest'
import { oracle, type Evidence } from './oracle.ts'
import type { FoundJob } from './readLibrary.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const job = (n: number, changes: Partial<FoundJob> = {}): FoundJob => ({
  id: `job ${n}`,
  idempotencyKey: `click ${n}`,
  state: 'saved',
  attempts: 1,
  requestId: id(n),
  body: `{"prompt":"${n}"}`,
  prompt: `${n}`,
  file: { path: 'a.png', sha256: 'x' },
  ...changes,
})
const bill = (n: number, prompt = n) => ({ prompt: `${prompt}`, requestId: id(n) })
const evaluate = (evidence: Partial<Evidence>) =>
  oracle({
    jobs: [job(1)],
    bills: [bill(1)],
    acknowledged: new Map([['click 1', 'job 1']]),
    rows: new Set(),
    reportedIds: new Map([['job 1', id(1)]]),
    agreed: () => 1,
    ...evidence,
  })
const clean = { billedTwice: 0, lostOrInconsistent: 0, stuck: 0 }

test('a job saved with the request id it was billed under breaks no guarantee', () => {
  expect(evaluate({})).toMatchObject({ ...clean, uncertain: 0, violations: [] })
})

test('a second bill for a prompt counts as billed twice unless the user agreed to pay again', () => {
  const bills = [bill(1), bill(2, 1)]
  expect(evaluate({ bills })).toMatchObject({ ...clean, billedTwice: 1 })
  expect(evaluate({ bills, agreed: () => 2 })).toMatchObject(clean)
})

test('an acknowledged click without its job counts as lost', () => {
  expect(evaluate({ jobs: [], bills: [], reportedIds: new Map() })).toMatchObject({
    ...clean,
    lostOrInconsistent: 1,
  })
  expect(evaluate({ acknowledged: new Map([['click 1', 'another job']]) })).toMatchObject({
    ...clean,
    lostOrInconsistent: 1,
  })
})

test('an acknowledged batch with a missing row counts as lost', () => {
  expect(evaluate({ rows: new Set(['click 1']) })).toMatchObject(clean)
  expect(evaluate({ rows: new Set(['click 1', 'click 2']) })).toMatchObject({
    ...clean,
    lostOrInconsistent: 1,
  })
})

test('a reported request id that is lost or changed counts as inconsistent', () => {
  expect(evaluate({ reportedIds: new Map([['job 1', id(2)]]) })).toMatchObject({ lostOrInconsistent: 1 })
  expect(evaluate({ jobs: [job(1, { requestId: null })] }).lostOrInconsistent).toBeGreaterThan(0)
})

test('a bill for a job in an unpaid state counts as inconsistent, one for an uncertain job doesn’t', () => {
  for (const state of ['queued', 'rejected', 'cancelled']) {
    const jobs = [job(1, { state, requestId: null })]
    expect(evaluate({ jobs, reportedIds: new Map() }).lostOrInconsistent, state).toBeGreaterThan(0)
  }
  const uncertain = [job(1, { state: 'uncertain', requestId: null })]
  expect(evaluate({ jobs: uncertain, reportedIds: new Map() })).toMatchObject({ ...clean, uncertain: 1 })
})

test('a request id of another prompt, or one that two jobs share, counts as inconsistent', () => {
  expect(
    evaluate({ bills: [bill(1, 5), bill(2, 1)], jobs: [job(1), job(5, { requestId: id(2) })] })
      .lostOrInconsistent,
  ).toBe(2)
  const twins = [job(1), job(2, { idempotencyKey: 'click 2', requestId: id(1), prompt: '1' })]
  expect(evaluate({ jobs: twins }).lostOrInconsistent).toBe(1)
})

test('a job that is neither final nor waiting for a decision at the end is stuck', () => {
  for (const state of ['queued', 'sending', 'running', 'saving', 'vanished', 'unsaved', 'set_aside']) {
    expect(evaluate({ jobs: [job(1, { state })] }).stuck, state).toBe(1)
  }
})
