import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import { fakeQueueStudio } from '../../queue/testing/fakeQueueStudio.ts'
import { ConnectionDialog } from './ConnectionDialog.tsx'

const KEY = '12|a-secret-key'
const made = {
  id: 'c',
  name: 'Mine',
  address: 'https://a.example',
  kind: 'remote',
  current: true,
  key: 'keychain',
} as const

test.each([
  ['saved', 'Save connection'],
  ['discarded', 'Cancel'],
])('a key that was tested and %s doesn’t remain anywhere in the window', async (_how, button) => {
  fakeQueueStudio(
    {},
    { 'connections.add': async () => made, 'connections.test': async () => ({ verdict: 'reached' }) },
  )
  const client = makeQueryClient()
  const Opened = () => {
    const [isOpen, setOpen] = useState(true)
    return isOpen && <ConnectionDialog connection={null} hasKeychain onClose={() => setOpen(false)} />
  }
  render(
    <QueryClientProvider client={client}>
      <Opened />
    </QueryClientProvider>,
  )
  await userEvent.type(screen.getByLabelText(/^Name/), 'Mine')
  await userEvent.type(screen.getByLabelText(/service url/i), 'https://a.example')
  await userEvent.type(screen.getByLabelText(/API key/i), KEY)
  await userEvent.click(screen.getByRole('button', { name: 'Test connection' }))
  await userEvent.click(screen.getByRole('button', { name: button }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const kept = () =>
    JSON.stringify(
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    )
  await expect.poll(kept).not.toContain(KEY)
  expect(
    JSON.stringify(
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
    ),
  ).not.toContain(KEY)
  expect(document.body.innerHTML).not.toContain(KEY)
})

const openNew = (handlers: Partial<Handlers>) => {
  const studio = fakeQueueStudio({}, { 'connections.add': async () => made, ...handlers })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ConnectionDialog connection={null} hasKeychain onClose={onClose} />
    </QueryClientProvider>,
  )
  return { studio, onClose }
}
const fillIn = async () => {
  await userEvent.type(screen.getByLabelText(/^Name/), 'Mine')
  await userEvent.type(screen.getByLabelText(/service url/i), 'https://a.example')
  await userEvent.type(screen.getByLabelText(/API key/i), KEY)
}
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test.each([
  ['fails', async () => Promise.reject(new StudioError({ code: 'service_unreachable', money: 'none' }))],
  ['finds no service', async () => ({ verdict: 'unreachable' as const })],
])('a connection can be saved anyway if its test %s', async (_how, testConnection) => {
  const { studio, onClose } = openNew({ 'connections.test': testConnection })
  await fillIn()
  await clickButton('Save connection')
  await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(studio.inputs('connections.add')).toEqual([
    { name: 'Mine', address: 'https://a.example', key: KEY, use: false },
  ])
})

test('a connection whose address is rejected can’t be saved anyway', async () => {
  openNew({
    'connections.test': async () => Promise.reject(new StudioError(makeProblem('connection_bad_address'))),
  })
  await fillIn()
  await clickButton('Save connection')
  await expect.poll(() => screen.getByLabelText(/service url/i).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: 'Save connection' })).toBeDefined()
})

test('the error of a failed save disappears when the form is edited', async () => {
  openNew({
    'connections.test': async () => ({ verdict: 'reached' }),
    'connections.add': async () => Promise.reject(new StudioError({ code: 'disk_full', money: 'none' })),
  })
  await fillIn()
  await clickButton('Save connection')
  const address = screen.getByLabelText(/service url/i)
  await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(screen.getByLabelText(/^Name/), '!')
  expect(address.getAttribute('aria-invalid')).not.toBe('true')
})

test('a connection whose dialog is closed during the test is not saved', async () => {
  const response = Promise.withResolvers<{ verdict: 'reached' }>()
  const studio = fakeQueueStudio(
    {},
    { 'connections.add': async () => made, 'connections.test': async () => response.promise },
  )
  const Opened = () => {
    const [isOpen, setOpen] = useState(true)
    return isOpen && <ConnectionDialog connection={null} hasKeychain onClose={() => setOpen(false)} />
  }
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Opened />
    </QueryClientProvider>,
  )
  await fillIn()
  await clickButton('Save connection')
  await clickButton('Cancel')
  response.resolve({ verdict: 'reached' })
  await new Promise((resolve) => setTimeout(resolve))
  expect(studio.inputs('connections.add')).toEqual([])
})

test('a name that is edited during the test of the key isn’t lost: nothing is saved until the next click', async () => {
  const gate = Promise.withResolvers<{ verdict: 'reached' }>()
  const { studio, onClose } = openNew({ 'connections.test': async () => gate.promise })
  await fillIn()
  await clickButton('Save connection')
  await userEvent.type(screen.getByLabelText(/^Name/), ' service')
  await act(async () => gate.resolve({ verdict: 'reached' }))
  expect(studio.inputs('connections.add')).toEqual([])
  await clickButton('Save connection')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(studio.inputs('connections.add')).toMatchObject([{ name: 'Mine service' }])
})

test('a connection that is saved after its dialog was closed closes no other dialog', async () => {
  const gate = Promise.withResolvers<void>()
  const { studio, onClose } = openNew({
    'connections.test': async () => ({ verdict: 'reached' }),
    'connections.add': async () => {
      await gate.promise
      return made
    },
  })
  await fillIn()
  await clickButton('Save connection')
  await expect.poll(() => studio.inputs('connections.add').length).toBe(1)
  cleanup()
  await act(async () => gate.resolve())
  expect(onClose).not.toHaveBeenCalled()
})
