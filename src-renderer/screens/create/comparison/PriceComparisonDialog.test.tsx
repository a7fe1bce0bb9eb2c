import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { setBridge } from '../../../host/bridge.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { PriceComparisonDialog } from './PriceComparisonDialog.tsx'

const form: Form = {
  operation: 'paint',
  model: { slug: 'a', name: 'A' },
  defaults: { steps: 8 },
  fields: [
    { label: 'Prompt', required: true, section: 'main', kind: 'text', name: 'prompt', multiline: true },
    {
      label: 'Steps',
      required: true,
      section: 'main',
      kind: 'integer',
      name: 'steps',
      min: 1,
      max: 50,
      priced: true,
    },
  ],
}

function open(slugs: string[]) {
  const previews: RouteInput<'batches.preview'>[] = []
  const models = slugs.map((slug) => ({
    slug,
    name: slug.toUpperCase(),
    operations: ['paint'],
    facts: [],
    isDelisted: false,
  }))
  setBridge(
    bridgeOf({
      'models.list': async () => ({ models, refreshedAt: 1, refreshing: false, problem: null }),
      'batches.preview': async (input) => {
        previews.push(input)
        throw new StudioError({ code: 'service_error', money: 'none' })
      },
    }),
  )
  draftStore.setState({ entered: { paint: { prompt: 'fog' } } })
  const values = { prompt: 'fog', steps: 8 }
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PriceComparisonDialog form={form} values={values} onClose={() => {}} />
    </QueryClientProvider>,
  )
  return { previews }
}

test('the comparison opens with one price for each model, without the defaults of the current one', async () => {
  const { previews } = open(['a', 'b', 'c'])
  await waitFor(() => expect(previews.length).toBeGreaterThan(0))
  expect(previews.at(-1)).toMatchObject({
    values: { prompt: 'fog' },
    plan: { axes: [{ field: 'model', values: ['a', 'b', 'c'] }] },
  })
  expect(previews.at(-1)?.entered).toEqual({ prompt: 'fog' })
})

test('comparing several values starts with the current model and two others', async () => {
  const { previews } = open(['a', 'b', 'c', 'd', 'e'])
  await waitFor(() => expect(previews).toHaveLength(1))
  fireEvent.change(screen.getByRole('combobox', { name: 'Compare by', hidden: true }), {
    target: { value: '0' },
  })
  await waitFor(() =>
    expect(previews.at(-1)?.plan.axes).toEqual([
      { field: 'model', values: ['a', 'b', 'c'] },
      { field: 'steps', values: [1, 8, 13, 26, 38, 50] },
    ]),
  )
})
