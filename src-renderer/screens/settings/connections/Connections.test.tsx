import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Connection, ConnectionVerdict } from '../../../../src-preload/contract/types/connection.ts'
import { show } from '../../gallery/testing/show.tsx'
import { fakeQueueStudio } from '../../queue/testing/fakeQueueStudio.ts'
import { Connections } from './Connections.tsx'

const mine: Connection = {
  id: 'mine',
  name: 'Mine',
  address: 'https://a.example',
  kind: 'remote',
  current: true,
  key: 'keychain',
}

beforeEach(() => (location.hash = '#/settings/connections'))

const fakeService = (verdict: ConnectionVerdict) =>
  fakeQueueStudio(
    {},
    {
      'connections.list': async () => ({ connections: [mine], keychain: { state: 'available' } }),
      'connections.test': async () => verdict,
      'connections.add': async ({ name, address }) => ({ ...mine, id: 'new', name, address, current: false }),
      'connections.update': async () => mine,
    },
  )
const dialog = () => screen.findByRole('dialog', { hidden: true })
const fill = async (label: string, text: string) => {
  const field = within(await dialog()).getByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
const clickButton = async (name: string) =>
  userEvent.click(within(await dialog()).getByRole('button', { name, hidden: true }))
const fillNew = async () => {
  show(<Connections />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add connection' }))
  await fill('Name', 'Other')
  await fill('Service URL', 'https://b.example')
  await fill('API key', 'a-key-of-some-length')
}

test('an accepted key is saved immediately and its connection becomes current', async () => {
  const studio = fakeService({ verdict: 'reached', models: 3 })
  await fillNew()
  await clickButton('Save connection')
  expect(studio.inputs('connections.add')).toEqual([
    { name: 'Other', address: 'https://b.example', key: 'a-key-of-some-length', use: true },
  ])
})

test.each(['key_refused', 'unreachable', 'not_a_service'] as const)(
  'if the test ends with %s, nothing is saved, and “Save anyway” does not make the connection current',
  async (verdict) => {
    const studio = fakeService({ verdict })
    await fillNew()
    await clickButton('Save connection')
    expect(studio.inputs('connections.add')).toEqual([])
    expect(within(await dialog()).getByRole('status', { hidden: true }).textContent).not.toBe('')
    await clickButton('Save anyway')
    expect(studio.inputs('connections.add')).toMatchObject([{ name: 'Other', use: false }])
  },
)

test('after a rejected key another one is tested before it is saved', async () => {
  const studio = fakeService({ verdict: 'key_refused' })
  await fillNew()
  await clickButton('Save connection')
  await fill('API key', 'another-key')
  await clickButton('Save connection')
  expect(studio.inputs('connections.test')).toHaveLength(2)
  expect(studio.inputs('connections.add')).toEqual([])
})

test('the link from a rejected key opens its connection with the focus in the key field', async () => {
  fakeService({ verdict: 'reached' })
  location.hash = '#/settings/connections?key=mine'
  show(<Connections />)
  const field = within(await dialog()).getByLabelText('API key')
  expect(document.activeElement).toBe(field)
})

test('a changed name is saved without a test', async () => {
  const studio = fakeService({ verdict: 'unreachable' })
  location.hash = '#/settings/connections?key=mine'
  show(<Connections />)
  await fill('Name', 'Renamed')
  await clickButton('Save connection')
  expect(studio.inputs('connections.test')).toEqual([])
  expect(studio.inputs('connections.update')).toEqual([
    { id: 'mine', name: 'Renamed', address: 'https://a.example' },
  ])
})
