import { expect, test } from 'vitest'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import '../../../i18n/lazyTexts.ts'
import { fakeCreateStudio } from '../../../screens/create/testing/fakeCreateStudio.ts'
import { makeDetail, makeParameters } from '../testing/viewerTesting.ts'
import { call } from '../../../host/call.ts'
import { choicesOf, LimitedCalls } from './againChoices.ts'

const neverAborted = new AbortController().signal

test('runs at most as many calls at a time as allowed, in order', async () => {
  const calls = new LimitedCalls(2)
  const started: number[] = []
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const results = gates.map(({ promise }, index) =>
    calls.run(async () => {
      started.push(index)
      await promise
      return index
    }, neverAborted),
  )
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  gates[1]?.resolve()
  await results[1]
  await new Promise((done) => setTimeout(done))
  expect(started).toEqual([0, 1, 2])
  for (const { resolve } of gates) resolve()
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
})

test('a call that is aborted while it waits does not run, and the next one does', async () => {
  const calls = new LimitedCalls(1)
  const gate = Promise.withResolvers<void>()
  const aborted = new AbortController()
  const ran: string[] = []
  const first = calls.run(() => gate.promise, neverAborted)
  void calls.run(async () => ran.push('aborted'), aborted.signal)
  const last = calls.run(async () => ran.push('last'), neverAborted)
  aborted.abort()
  gate.resolve()
  await Promise.all([first, last])
  expect(ran).toEqual(['last'])
})

test('a failed call lets the next one run', async () => {
  const calls = new LimitedCalls(1)
  const failed = calls.run(() => Promise.reject(new Error('no price')), neverAborted)
  const next = calls.run(async () => 'priced', neverAborted)
  await expect(failed).rejects.toThrow('no price')
  expect(await next).toBe('priced')
})

const base = { required: false, section: 'main' } as const
const steps: Form['fields'][number] = { ...base, kind: 'integer', name: 'steps', label: 'Steps', min: 1 }
const negative: Form['fields'][number] = {
  ...base,
  kind: 'text',
  name: 'negative_prompt',
  label: 'Negative prompt',
  multiline: true,
}
const prompt: Form['fields'][number] = {
  ...base,
  kind: 'text',
  name: 'prompt',
  label: 'Prompt',
  multiline: true,
}

/** What running a job of the model `one` with the model `two` sends, and what it says about that. */
async function againWithTwo(
  values: Values,
  { one, two }: Record<'one' | 'two', Pick<Form, 'fields' | 'defaults'>>,
) {
  const studio = fakeCreateStudio(makeQueryClient())
  studio.formsByModel = { one, two }
  const parameters = makeParameters({ operation: 'paint', model: { slug: 'one', name: 'One' }, values })
  const form = await call('forms.open', { operation: 'paint', model: 'one' })
  const { models } = await call('models.list', { operation: 'paint' })
  const source = { detail: makeDetail({}, { parameters }), parameters, form, models, uses: [] }
  const [choice] = await choicesOf('model', source)
  return choice?.build()
}

test('another model uses its own default for what the job left at the default, and says so with both values', async () => {
  const draft = await againWithTwo(
    { prompt: 'fog', steps: 8 },
    {
      one: { fields: [prompt, steps], defaults: { steps: 8 } },
      two: { fields: [prompt, { ...steps, min: 10 }], defaults: { steps: 20 } },
    },
  )
  expect(draft?.values).toEqual({ prompt: 'fog', steps: 20 })
  expect(draft?.note).toBe('Steps 20 instead of 8')
})

test('another model keeps what was entered for the job, and what it changes or has no field for is named', async () => {
  const draft = await againWithTwo(
    { prompt: 'fog', steps: 40, negative_prompt: 'blurry' },
    {
      one: { fields: [prompt, negative, steps], defaults: { steps: 8 } },
      two: { fields: [prompt, { ...steps, max: 30 }], defaults: { steps: 20 } },
    },
  )
  expect(draft?.values).toEqual({ prompt: 'fog', steps: 30 })
  expect(draft?.note).toBe('Steps 30 instead of 40 · Negative prompt: not used by Example Two')
})

test('a default text that another model adds is named, and a text that the user cleared stays empty', async () => {
  const forms = {
    one: { fields: [prompt, negative], defaults: {} },
    two: { fields: [prompt, negative], defaults: { negative_prompt: 'ugly' } },
  }
  const added = await againWithTwo({ prompt: 'fog' }, forms)
  expect(added?.note).toBe('Negative prompt: ugly (this model’s default)')
  const withDefault = { ...forms, one: { ...forms.one, defaults: { negative_prompt: 'bad' } } }
  const cleared = await againWithTwo({ prompt: 'fog', negative_prompt: null }, withDefault)
  expect(cleared?.values).toEqual({ prompt: 'fog', negative_prompt: null })
  expect(cleared?.note).toBeUndefined()
})
