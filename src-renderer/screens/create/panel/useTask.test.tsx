import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { chooseModel } from '../../../widgets/forms/chooseModel.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fakeCreateStudio } from '../testing/fakeCreateStudio.ts'
import { useTask } from './useTask.ts'

beforeEach(() => {
  draftStore.getState().load(null)
})

const fieldsWith = (label: string): Form['fields'] => [
  {
    required: true,
    section: 'main',
    kind: 'choice',
    name: 'width',
    label: 'Width',
    options: [{ value: 1, label }],
  },
]

const openTask = async (studio: ReturnType<typeof fakeCreateStudio>) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={studio.client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useTask(), { wrapper })
  await waitFor(() => expect(result.current.form.data?.model.slug).toBe('one'))
  return result
}

test('a reset without a change of model has the label of the open form, not of an earlier model', async () => {
  const studio = fakeCreateStudio(makeQueryClient())
  studio.fields = fieldsWith('Narrow in the first form')
  const result = await openTask(studio)
  studio.fields = fieldsWith('Narrow in the second form')
  act(() => result.current.chooseModel('two'))
  await waitFor(() => expect(result.current.form.data?.model.slug).toBe('two'))
  act(() => {
    draftStore.getState().dismissResets()
    draftStore.getState().setValues({ width: 1, dropped: 'x' })
  })
  await waitFor(() => expect(draftStore.getState().resets).toHaveLength(1))
  expect(draftStore.getState().resets[0]).toMatchObject({ from: 1, fromText: 'Narrow in the second form' })
})

test('the model chosen last is used, even if the response for an earlier choice arrives later', async () => {
  const studio = fakeCreateStudio(makeQueryClient())
  const gate = Promise.withResolvers<void>()
  studio.adaptGates['two'] = gate.promise
  const result = await openTask(studio)
  act(() => result.current.chooseModel('two'))
  act(() => result.current.chooseModel('three'))
  await waitFor(() => expect(result.current.form.data?.model.slug).toBe('three'))
  await act(async () => {
    gate.resolve()
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(result.current.model).toBe('three')
})

test('a model chosen in the form is kept when the response to an earlier choice in the command palette arrives', async () => {
  const studio = fakeCreateStudio(makeQueryClient())
  const gate = Promise.withResolvers<void>()
  studio.adaptGates['two'] = gate.promise
  const result = await openTask(studio)
  const chosen = chooseModel('paint', 'two')
  act(() => result.current.chooseModel('three'))
  await waitFor(() => expect(result.current.form.data?.model.slug).toBe('three'))
  gate.resolve()
  await act(() => chosen)
  expect(result.current.model).toBe('three')
})

test('a model chosen in the command palette is used even if unknown values of the form are removed meanwhile', async () => {
  const studio = fakeCreateStudio(makeQueryClient())
  const gate = Promise.withResolvers<void>()
  studio.adaptGates['two'] = gate.promise
  const result = await openTask(studio)
  const chosen = chooseModel('paint', 'two')
  act(() => draftStore.getState().setValues({ dropped: 'x' }))
  await waitFor(() => expect(draftStore.getState().values['paint']).not.toHaveProperty('dropped'))
  gate.resolve()
  await act(() => chosen)
  expect(result.current.model).toBe('two')
})

test('choosing the current model again cancels a change to another one', async () => {
  const studio = fakeCreateStudio(makeQueryClient())
  const gate = Promise.withResolvers<void>()
  studio.adaptGates['two'] = gate.promise
  const result = await openTask(studio)
  act(() => result.current.chooseModel('two'))
  act(() => result.current.chooseModel('one'))
  await act(async () => {
    gate.resolve()
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(result.current.model).toBe('one')
})

const number = (name: string, max: number): Form['fields'][number] => ({
  required: true,
  section: 'main',
  kind: 'integer',
  name,
  label: name,
  min: 1,
  max,
})
const text = (name: string): Form['fields'][number] => ({
  required: false,
  section: 'main',
  kind: 'text',
  name,
  label: name,
  multiline: true,
})

/** Two models: the second has other defaults, fewer steps and no negative prompt. */
const studioOfTwoModels = () => {
  const studio = fakeCreateStudio(makeQueryClient())
  studio.formsByModel['one'] = {
    fields: [text('prompt'), text('negative'), number('steps', 50), number('frames', 90)],
    defaults: { steps: 8, frames: 30 },
  }
  studio.formsByModel['two'] = {
    fields: [text('prompt'), number('steps', 20), number('frames', 90)],
    defaults: { steps: 20, frames: 60 },
  }
  return studio
}
const values = () => draftStore.getState().values['paint']

test('untouched fields take the defaults of the new model, and entered ones stay', async () => {
  const result = await openTask(studioOfTwoModels())
  act(() => draftStore.getState().setValues({ prompt: 'a boat' }))
  act(() => result.current.chooseModel('two'))
  await waitFor(() => expect(result.current.form.data?.model.slug).toBe('two'))
  expect(values()).toEqual({ prompt: 'a boat', steps: 20, frames: 60 })
  expect(draftStore.getState().resets).toEqual([])
})

test('what is entered while a change of model is in flight is kept, unless the new model has no field for it', async () => {
  const studio = studioOfTwoModels()
  const gate = Promise.withResolvers<void>()
  studio.adaptGates['two'] = gate.promise
  const result = await openTask(studio)
  act(() => draftStore.getState().setValues({ prompt: 'a boat', steps: 40 }))
  act(() => result.current.chooseModel('two'))
  act(() => draftStore.getState().setValues({ prompt: 'a red boat', negative: 'fog', steps: 30 }))
  await act(async () => gate.resolve())
  await waitFor(() => expect(result.current.model).toBe('two'))
  expect(values()).toEqual({ prompt: 'a red boat', steps: 30, frames: 60 })
  expect(draftStore.getState().resets).toEqual([])
  expect(draftStore.getState().entered['paint']).toMatchObject({ negative: 'fog' })
})

test('going back to a model restores everything entered for it, even values the other model lacks', async () => {
  const result = await openTask(studioOfTwoModels())
  act(() => draftStore.getState().setValues({ prompt: 'a boat', negative: 'fog', steps: 40, frames: 60 }))
  act(() => result.current.chooseModel('two'))
  await waitFor(() => expect(result.current.model).toBe('two'))
  expect(values()).toEqual({ prompt: 'a boat', steps: 20, frames: 60 })
  expect(draftStore.getState().resets.map(({ field, from, to }) => [field, from, to])).toEqual([
    ['negative', 'fog', undefined],
    ['steps', 40, 20],
  ])
  act(() => draftStore.getState().setValues({ prompt: 'a red boat' }))
  act(() => result.current.chooseModel(draftStore.getState().resetsFrom ?? ''))
  await waitFor(() => expect(result.current.model).toBe('one'))
  expect(values()).toEqual({ prompt: 'a red boat', negative: 'fog', steps: 40, frames: 60 })
  expect(draftStore.getState().resets).toEqual([])
})
