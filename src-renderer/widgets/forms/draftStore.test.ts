import { beforeEach, expect, test } from 'vitest'
import type { Form } from '../../../src-preload/contract/types/form.ts'
import { draftStore } from './draftStore.ts'

const main = { required: false, section: 'main' } as const
const form: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  fields: [
    { ...main, kind: 'text', name: 'prompt', label: 'Prompt', multiline: true },
    { ...main, kind: 'integer', name: 'steps', label: 'Steps', min: 1, max: 8 },
    { ...main, kind: 'seed', name: 'seed', label: 'Seed', min: 0, max: 1_000_000 },
  ],
  defaults: { steps: 4 },
  constants: {},
}
const otherForm: Form = { ...form, model: { slug: 'two', name: 'Two' } }
const store = () => draftStore.getState()
const values = () => store().values['paint'] ?? {}

beforeEach(() => {
  store().chooseOperation('paint')
  store().chooseModel('paint', 'one')
  store().applyForm(form)
})

test('a form fills in its defaults and a random seed', () => {
  expect(values()['steps']).toBe(4)
  expect(values()['seed']).toBeTypeOf('number')
})

test('loading a form again keeps the entered values', () => {
  store().setValues({ prompt: 'a boat', steps: 6 })
  const before = values()
  store().applyForm(form)
  expect(values()).toBe(before)
})

test('switching the model adapts the values and shows the resets until dismissed', () => {
  store().touch('prompt')
  const resets = [{ field: 'steps', label: 'Steps', from: 6, to: 1 }]
  store().adapt(otherForm, { prompt: 'a boat', steps: 1, seed: 7 }, resets, values())
  expect(store().models['paint']).toBe('two')
  expect(values()).toEqual({ prompt: 'a boat', steps: 1, seed: 7 })
  expect(store().resets).toEqual(resets)
  expect(store().touched).toEqual({})
  store().dismissResets()
  expect(store().resets).toEqual([])
})

test('values adapted after another task was opened leave the entries and messages of that task', () => {
  store().chooseOperation('speak')
  store().chooseModel('speak', 'one')
  store().touch('text')
  store().onJobsCreated(['job-speak'], { ...form, operation: 'speak' })
  store().setServiceIssues('job-speak', { steps: ['at most 2'] })
  store().adapt(otherForm, { steps: 1 }, [{ field: 'steps', label: 'Steps', from: 6, to: 1 }], values())
  expect(store()).toMatchObject({
    resets: [],
    resetsFrom: null,
    touched: { text: true },
    serviceIssues: { steps: ['at most 2'] },
  })
  expect(values()['steps']).toBe(1)
  expect(store().models['paint']).toBe('two')
})

test('values that only the form set do not count as entered, and are dropped when the model changes', () => {
  store().setValues({ prompt: 'a boat' })
  expect(store().entered['paint']).toEqual({ prompt: 'a boat' })
  store().setValues({ steps: 4 })
  expect(store().entered['paint']).toEqual({ prompt: 'a boat', steps: 4 })
  store().setValues({ steps: 5 }, { isDerived: true })
  expect(store().entered['paint']).toEqual({ prompt: 'a boat' })
})

test('reused parameters count as entered where they differ from the defaults of their model', () => {
  store().loadParameters(
    { prompt: 'fog', steps: 4, seed: 9 },
    { operation: 'paint', model: 'two', keepSeed: true },
  )
  store().applyForm(form)
  expect(store().entered['paint']).toEqual({ prompt: 'fog' })
  store().loadParameters({ prompt: 'fog', steps: 6 }, { operation: 'paint', model: 'two', keepSeed: false })
  store().applyForm(form)
  expect(store().entered['paint']).toEqual({ prompt: 'fog', steps: 6 })
})

test('entering the width or height also enters the other one, with its shown value', () => {
  store().setValues({ width: 800, height: 600 }, { isDerived: true })
  store().setValues({ width: 640 })
  expect(store().entered['paint']).toEqual({ width: 640, height: 600 })
})

test('the seed changes after a click, unless it is locked', () => {
  store().setValues({ seed: 5_000_000 })
  store().onJobsCreated(['job-1'], form)
  const rolled = values()['seed']
  expect(rolled).toBeLessThanOrEqual(1_000_000)
  store().lockSeed(!store().lockedSeeds.includes('paint'))
  store().onJobsCreated(['job-2'], form)
  expect(values()['seed']).toBe(rolled)
})

test('“Reuse all” keeps and locks the seed; “Remix” leaves it out', () => {
  store().loadParameters({ prompt: 'fog', seed: 9 }, { operation: 'paint', model: 'two', keepSeed: true })
  expect(values()).toEqual({ prompt: 'fog', seed: 9 })
  expect(store().lockedSeeds).toEqual(['paint'])
  store().lockSeed(!store().lockedSeeds.includes('paint'))
  store().loadParameters({ prompt: 'fog', seed: 9 }, { operation: 'paint', model: 'two', keepSeed: false })
  store().applyForm(form)
  expect(values()['prompt']).toBe('fog')
  expect(values()['seed']).toBeTypeOf('number')
  expect(store().lockedSeeds).toEqual([])
})

test('a remix unlocks the seed that was reused before, and leaves the locks of other tasks', () => {
  store().lockSeed(true, 'speak')
  const parameters = { operation: 'paint', model: 'one' }
  store().loadParameters({ prompt: 'fog', seed: 9 }, { ...parameters, keepSeed: true })
  expect(store().lockedSeeds).toEqual(['speak', 'paint'])
  store().loadParameters({ prompt: 'fog', seed: 9 }, { ...parameters, keepSeed: false })
  store().applyForm(form)
  expect(store().lockedSeeds).toEqual(['speak'])
  const seed = values()['seed']
  store().onJobsCreated(['job-1'], form)
  expect(values()['seed']).not.toBe(seed)
})

test('a seed that is locked in one task changes with each click in another', () => {
  store().lockSeed(true)
  store().chooseOperation('sketch')
  store().chooseModel('sketch', 'one')
  const sketch = { ...form, operation: 'sketch' }
  store().applyForm(sketch)
  const seed = store().values['sketch']?.['seed']
  store().onJobsCreated(['job-1'], sketch)
  expect(store().values['sketch']?.['seed']).not.toBe(seed)
})

test('a rejection is shown at the fields of its own task only and disappears when the entry changes', () => {
  store().onJobsCreated(['job-1'], form)
  store().setServiceIssues('unknown-job', { steps: ['no'] })
  expect(store().serviceIssues).toEqual({})
  store().setServiceIssues('job-1', { steps: ['at most 4'], 'loras.0.name': ['unknown'] })
  store().setValues({ loras: [] })
  expect(store().serviceIssues).toEqual({ steps: ['at most 4'] })
  store().setValues({ steps: 4 })
  expect(store().serviceIssues).toEqual({})
})

test('a rejection that arrives before the response to its click is shown once the response arrives', () => {
  store().setServiceIssues('job-soon', { steps: ['at most 4'] })
  expect(store().serviceIssues).toEqual({})
  store().onJobsCreated(['job-soon'], form)
  expect(store().serviceIssues).toEqual({ steps: ['at most 4'] })
  store().onJobsCreated(['job-later'], form)
  expect(store().serviceIssues).toEqual({})
})

test('a response to a click that arrives after another task was opened leaves the messages of that task', () => {
  store().chooseOperation('speak')
  store().chooseModel('speak', 'one')
  store().onJobsCreated(['job-speak'], { ...form, operation: 'speak' })
  store().setServiceIssues('job-speak', { steps: ['at most 2'] })
  store().setServiceIssues('job-paint', { steps: ['at most 4'] })
  store().onJobsCreated(['job-paint'], form)
  expect(store().serviceIssues).toEqual({ steps: ['at most 2'] })
})

test('a rejection that arrives after another model was chosen is not shown in the form of that model', () => {
  store().onJobsCreated(['job-1'], form)
  store().setServiceIssues('job-early', { steps: ['at most 4'] })
  store().adapt(otherForm, { prompt: 'a boat', seed: 7 }, [], values())
  store().setServiceIssues('job-1', { steps: ['at most 4'] })
  expect(store().serviceIssues).toEqual({})
  store().onJobsCreated(['job-2'], otherForm)
  store().setServiceIssues('job-2', { steps: ['at most 2'] })
  store().onJobsCreated(['job-early'], form)
  expect(store().serviceIssues).toEqual({ steps: ['at most 2'] })
})

test('a response to a click that arrives after another model was chosen leaves the seed of that model', () => {
  store().adapt(otherForm, { prompt: 'a boat', seed: 5_000_000 }, [], values())
  store().onJobsCreated(['job-1'], form)
  expect(values()['seed']).toBe(5_000_000)
})

test('a rejection of one of several copies that arrives before the response to their click is shown', () => {
  store().setServiceIssues('copy-1', { steps: ['at most 4'] })
  store().onJobsCreated(['copy-1', 'copy-2'], form)
  expect(store().serviceIssues).toEqual({ steps: ['at most 4'] })
})

test('a rejection of a job that ran as another operation is shown at the field of its form', () => {
  const aliased: Form = {
    ...form,
    fields: form.fields.map((field) => ({ ...field, aliases: [`${field.name}_url`] })),
  }
  store().setServiceIssues('job-early', { prompt_url: ['private'] })
  store().onJobsCreated(['job-early'], aliased)
  expect(store().serviceIssues).toEqual({ prompt: ['private'] })
  store().onJobsCreated(['job-1'], aliased)
  store().setServiceIssues('job-1', { steps_url: ['gone'] })
  expect(store().serviceIssues).toEqual({ steps: ['gone'] })
})

test('the draft of the last session is loaded once and never overwrites newer values', () => {
  draftStore.setState(draftStore.getInitialState(), true)
  store().load({
    operation: 'paint',
    models: { paint: 'two' },
    values: { paint: { prompt: 'old' } },
    entered: {},
    lockedSeeds: ['paint'],
    voices: [],
    collection: null,
    copies: {},
  })
  store().setValues({ prompt: 'new' })
  store().load({
    operation: 'paint',
    models: {},
    values: { paint: { prompt: 'old' } },
    entered: {},
    lockedSeeds: [],
    voices: [],
    collection: null,
    copies: {},
  })
  expect(values()['prompt']).toBe('new')
  expect(store().lockedSeeds).toEqual(['paint'])
})

test('parameters of a result that were loaded before the draft of the last session replace its values', () => {
  draftStore.setState(draftStore.getInitialState(), true)
  store().loadParameters({ prompt: 'fog' }, { operation: 'paint', model: 'two', keepSeed: false })
  store().load({
    operation: 'paint',
    models: { paint: 'one' },
    values: { paint: { prompt: 'old', steps: 6 } },
    entered: {},
    lockedSeeds: [],
    voices: [],
    collection: null,
    copies: {},
  })
  expect(values()).toEqual({ prompt: 'fog' })
  expect(store().models['paint']).toBe('two')
})

test('a second load replaces the draft only if requested', () => {
  const saved = (prompt: string) => ({
    operation: 'paint',
    models: { paint: 'one' },
    values: { paint: { prompt } },
    entered: {},
    lockedSeeds: [],
    voices: [],
    collection: null,
    copies: {},
  })
  draftStore.setState(draftStore.getInitialState(), true)
  const { load } = draftStore.getState()
  load(saved('older'))
  load(saved('newer'))
  expect(draftStore.getState().values['paint']).toEqual({ prompt: 'older' })
  load(saved('newer'), true)
  expect(draftStore.getState().values['paint']).toEqual({ prompt: 'newer' })
})
