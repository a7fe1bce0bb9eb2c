import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { setBridge } from '../../host/bridge.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { CollectionNameDialog } from './CollectionNameDialog.tsx'
import { makeCollection } from './testing/makeCollection.ts'

/** Creates a collection of 20,001 results. Returns the number of results in each successful call. */
async function createLarge({ canAdd = true } = {}) {
  const counts: number[] = []
  setBridge(
    bridgeOf({
      'collections.create': async ({ name, ids = [] }) => {
        counts.push(ids.length)
        return makeCollection({ id: 'new', name })
      },
      'collections.add': async ({ ids }) => {
        if (!canAdd) throw new StudioError({ code: 'internal', money: 'none' })
        counts.push(ids.length)
        return { changed: ids }
      },
    }),
  )
  const ids = Array.from({ length: 20_001 }, (_, index) => `r${index}`)
  const onDone = vi.fn<(collection: Collection) => void>()
  show(<CollectionNameDialog ids={ids} onClose={() => {}} onDone={onDone} />)
  await userEvent.type(screen.getByRole('textbox'), 'Fog')
  await userEvent.click(screen.getByRole('button', { name: 'Create collection' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  return counts
}

test('a new collection gets more results than one call takes', async () => {
  expect(await createLarge()).toEqual([10_000, 10_000, 1])
})

test('a collection is kept if some results can’t be added to it, and a toast shows the problem', async () => {
  expect(await createLarge({ canAdd: false })).toEqual([10_000])
  expect(await screen.findByText(/Something went wrong inside Easel/)).toBeDefined()
})

test('no second collection is created while results are still being added to the first one', async () => {
  const created: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  setBridge(
    bridgeOf({
      'collections.create': async ({ name }) => {
        created.push(name)
        return makeCollection({ id: 'new', name })
      },
      'collections.add': async ({ ids }) => {
        await promise
        return { changed: ids }
      },
    }),
  )
  const ids = Array.from({ length: 10_001 }, (_, index) => `r${index}`)
  const onDone = vi.fn<(collection: Collection) => void>()
  show(<CollectionNameDialog ids={ids} onClose={() => {}} onDone={onDone} />)
  await userEvent.type(screen.getByRole('textbox'), 'Fog{Enter}')
  await waitFor(() => expect(created).toEqual(['Fog']))
  await userEvent.type(screen.getByRole('textbox'), 's{Enter}')
  resolve()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(created).toEqual(['Fog'])
})
