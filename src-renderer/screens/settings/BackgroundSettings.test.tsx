import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Capabilities, Settings } from '../../../src-preload/contract/types/studio.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import '../../i18n/lazyTexts.ts'
import { show } from '../gallery/testing/show.tsx'
import { fakeQueueStudio } from '../queue/testing/fakeQueueStudio.ts'
import { BackgroundSettings } from './BackgroundSettings.tsx'
import { makeSettings } from '../../testing/makeSettings.ts'

const set = vi.fn<(change: object) => void>()
const requestPermission = vi.fn<() => Promise<NotificationPermission>>()
let browser: { permission: NotificationPermission; requestPermission: typeof requestPermission }
let failsToSave: boolean
beforeEach(() => {
  failsToSave = false
  set.mockClear()
  requestPermission.mockReset()
  browser = { permission: 'default', requestPermission }
  vi.stubGlobal('Notification', browser)
})

const allCapabilities: Capabilities = {
  openFolder: true,
  chooseFolder: true,
  notifications: true,
  tray: true,
  keepAwake: true,
}
function open(
  host: 'electron' | 'browser',
  capabilities = allCapabilities,
  beforeResponse: () => Promise<void> = async () => {},
) {
  const settings: Settings = makeSettings()
  const info = { version: '1', host, dataFolder: '/d', capabilities, notices: [] }
  fakeQueueStudio(
    {},
    {
      'studio.info': async () => info,
      'settings.get': async () => ({ ...settings }),
      'settings.set': async (change) => {
        set(change)
        if (failsToSave) throw new StudioError({ code: 'disk_full', money: 'none' })
        const response = { ...Object.assign(settings, change) }
        await beforeResponse()
        return response
      },
    },
  )
  return show(<BackgroundSettings />)
}
const toggle = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })

test('the desktop app offers all options and saves changes', async () => {
  open('electron')
  expect((await toggle('Notify me when a batch finishes')).checked).toBe(true)
  expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull()
  await userEvent.click(await toggle('Keep this computer awake'))
  await userEvent.click(await toggle('Play a sound'))
  await userEvent.click(await toggle('Stay in the tray'))
  expect(set.mock.calls.map(([change]) => change)).toEqual([
    { keepAwake: true },
    { announceWithSound: true },
    { stayInTray: false },
  ])
})

test('if the system shows no notifications, the desktop app has a note that doesn’t mention a browser', async () => {
  open('electron', { ...allCapabilities, notifications: false })
  expect(await screen.findByText(/^This system doesn’t show notifications/)).toBeDefined()
  expect(screen.getByText('Notifications')).toBeDefined()
  expect(screen.queryByText('Notifications in this browser')).toBeNull()
})

test('a change made while another is saved stays on screen when the other’s response arrives', async () => {
  const responses: (() => void)[] = []
  const client = open('electron', allCapabilities, () => new Promise((resolve) => responses.push(resolve)))
  await userEvent.click(await toggle('Keep this computer awake'))
  await userEvent.click(await toggle('Play a sound'))
  responses[0]?.()
  await waitFor(() => expect(client.isMutating()).toBe(1))
  expect((await toggle('Play a sound')).checked).toBe(true)
  expect((await toggle('Keep this computer awake')).checked).toBe(true)
})

test('a change that can’t be saved is undone', async () => {
  open('electron')
  failsToSave = true
  await userEvent.click(await toggle('Keep this computer awake'))
  await waitFor(async () => expect((await toggle('Keep this computer awake')).checked).toBe(false))
  expect(set).toHaveBeenCalledOnce()
})

test('the permission prompt is shown only after a click', async () => {
  requestPermission.mockImplementation(async () => (browser.permission = 'granted'))
  open('browser', { ...allCapabilities, tray: false, keepAwake: false })
  expect((await toggle('Notify me when a batch finishes')).disabled).toBe(true)
  expect(requestPermission).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Allow notifications' }))
  await waitFor(async () => expect((await toggle('Notify me when a batch finishes')).disabled).toBe(false))
  expect(requestPermission).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull()
})

test('unsupported options are disabled with a reason', async () => {
  browser.permission = 'denied'
  open('browser', { ...allCapabilities, tray: false, keepAwake: false })
  expect((await toggle('Keep this computer awake')).disabled).toBe(true)
  expect(screen.getByText(/the desktop app can/)).toBeDefined()
  expect((await toggle('Stay in the tray')).checked).toBe(false)
  expect(screen.getByText(/are blocked for this page/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull()
})

test('the sound option is disabled without notifications', async () => {
  open('electron')
  await userEvent.click(await toggle('Notify me when a batch finishes'))
  expect((await toggle('Play a sound')).disabled).toBe(false)
  await userEvent.click(await toggle('Notify me when a long job finishes'))
  expect((await toggle('Play a sound')).disabled).toBe(true)
})
