import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../gallery/testing/show.tsx'
import { fakeQueueStudio } from '../queue/testing/fakeQueueStudio.ts'
import { ServiceSettings } from './ServiceSettings.tsx'

const state = { path: '/data/operations.json', active: [], problems: [], example: '{}' }

test('shows the active overrides, and errors after reloading the file', async () => {
  fakeQueueStudio(
    {},
    {
      'catalogue.overrides': async () => ({
        ...state,
        active: [{ operation: 'Image upscale', changes: ['path: img-upscales'] }],
      }),
      'catalogue.reload': async () => ({ ...state, problems: ['"paht" is no setting of an operation'] }),
    },
  )
  show(<ServiceSettings />)
  expect(await screen.findByText('Image upscale: path: img-upscales')).toBeTruthy()
  expect(screen.getByText('/data/operations.json')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reload file' }))
  expect(await screen.findByText('"paht" is no setting of an operation')).toBeTruthy()
  expect(screen.queryByText('Image upscale: path: img-upscales')).toBeNull()
})

test('without overrides, the heading “Active” is not shown', async () => {
  fakeQueueStudio({}, { 'catalogue.overrides': async () => state })
  show(<ServiceSettings />)
  expect(await screen.findByText('No overrides')).toBeTruthy()
  expect(screen.queryByText('Active')).toBeNull()
})

test('shows what is left of the daily quotas, and the request rates', async () => {
  const limit = {
    connectionId: 'c',
    operation: null,
    rate: null,
    dayLimit: null,
    dayUsed: null,
    waitsUntil: null,
  }
  const mine = {
    id: 'c',
    name: 'Mine',
    address: 'https://a.example',
    kind: 'remote',
    key: 'keychain',
  } as const
  fakeQueueStudio(
    {
      limits: [
        { ...limit, kind: 'price', dayLimit: 200, dayUsed: 58 },
        { ...limit, kind: 'send', operation: 'txt2img', rate: 0.05 },
        { ...limit, kind: 'poll' },
      ],
    },
    {
      'catalogue.overrides': async () => state,
      'connections.list': async () => ({
        connections: [{ ...mine, current: true }],
        keychain: { state: 'available' },
      }),
    },
  )
  show(<ServiceSettings />)
  expect((await screen.findByText('Price checks')).nextSibling?.textContent).toBe('142 of 200 left today')
  expect(screen.getByText('about 3 per minute')).toBeTruthy()
  expect(screen.queryByText('Status checks'), 'a limit without known values is not listed').toBeNull()
})
