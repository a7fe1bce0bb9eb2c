import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { MAX_FAVORITE_MODELS, MAX_PRICED_MODELS } from '../../../../src-preload/constraints/limits.ts'
import { setBridge } from '../../../host/bridge.ts'
import { makeSettings } from '../../../testing/makeSettings.ts'
import { show } from '../../gallery/testing/show.tsx'
import { bridgeOf } from '../testing/fakeCreateStudio.ts'
import { FavoriteModel, UnknownTypes, useModelPrices } from './PickerLists.tsx'

const slugs = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`)

test('a new favorite replaces the oldest one at the maximum number', async () => {
  let saved: readonly string[] | undefined
  setBridge(
    bridgeOf({
      'settings.get': async () => makeSettings({ favoriteModels: slugs(MAX_FAVORITE_MODELS) }),
      'settings.set': async ({ favoriteModels }) => {
        saved = favoriteModels
        return makeSettings({})
      },
    }),
  )
  show(<FavoriteModel slug="new" name="New" />)
  await userEvent.click(await screen.findByRole('button'))
  await expect.poll(() => saved).toEqual([...slugs(MAX_FAVORITE_MODELS).slice(1), 'new'])
})

const models = slugs(MAX_PRICED_MODELS + 1)
function Prices() {
  return <p>{useModelPrices('paint', models).get('m0')?.price}</p>
}

test('a list of more models than can be priced at once shows the known prices', async () => {
  setBridge(
    bridgeOf({
      'models.prices': async () => ({
        prices: [{ slug: 'm0', price: 7, quotedAt: 0, isCurrent: true }],
        canRequest: false,
      }),
    }),
  )
  show(<Prices />)
  expect(await screen.findByText('7')).toBeDefined()
})

test('tasks that Easel doesn’t know are counted, and named by the service only under “Details”', () => {
  show(
    <UnknownTypes
      types={[
        { type: 'txt2scent', models: 2 },
        { type: 'img2smell', models: 1 },
      ]}
    />,
  )
  expect(screen.getByText(/^3 more models aren’t supported yet/)).toBeDefined()
  expect(screen.getByText(/txt2scent · 2 models/).closest('details')).not.toBeNull()
})
