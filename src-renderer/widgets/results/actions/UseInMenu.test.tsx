import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { draftStore } from '../../forms/draftStore.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { menuItem, menuItems, makeDetail, fakeViewerStudio } from '../testing/viewerTesting.ts'
import { UseInMenu } from './formActions.tsx'

const use = (operation: string, field: string, available = true) => ({
  operation,
  operationName: operation === 'animate' ? 'Image to video' : 'Enlarge',
  field,
  fieldLabel: field === 'first' ? 'First frame' : 'Image',
  group: operation === 'animate' ? ('video' as const) : ('image' as const),
  available,
})

beforeEach(() => {
  location.hash = '#/gallery/a'
  draftStore.getState().load(null)
})

test('lists the tasks that accept the asset and opens the chosen one with it', async () => {
  fakeViewerStudio({
    'library.uses': async () => ({ uses: [use('enlarge', 'image', false), use('animate', 'first')] }),
    'library.asset': async () => makeDetail({}),
  })
  show(<UseInMenu id="a" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Use in…' }))
  expect(await menuItem('Enlarge')).toHaveProperty('disabled', true)
  await userEvent.click(await menuItem('Image to video'))
  expect(location.hash).toBe('#/create')
  await waitFor(() => expect(draftStore.getState().values['animate']).toEqual({ first: ['a'] }))
  expect(draftStore.getState().operation).toBe('animate')
})

test('distinguishes two fields of one task', async () => {
  fakeViewerStudio({
    'library.uses': async () => ({ uses: [use('animate', 'first'), use('animate', 'last')] }),
  })
  show(<UseInMenu id="a" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Use in…' }))
  const names = (await menuItems()).map(({ textContent }) => textContent)
  expect(names).toEqual(['Image to video: First frame', 'Image to video: Image'])
})
