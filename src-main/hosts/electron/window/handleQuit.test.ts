import { app, BrowserWindow } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import { memoryLog } from '../../../studio/testing/memoryLog.ts'
import { handleQuit } from './handleQuit.ts'

const { showMessageBox, executeJavaScript } = vi.hoisted(() => ({
  showMessageBox: vi.fn(async () => ({ response: 0 })),
  executeJavaScript: vi.fn(async (_code: string) => {}),
}))
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  class BrowserWindow extends Emitter {
    readonly webContents = { executeJavaScript }
    readonly hide = (): void => {}
    readonly isDestroyed = (): boolean => false
    readonly isVisible = (): boolean => true
  }
  const app = Object.assign(new Emitter(), { relaunch: () => {} })
  return { app, BrowserWindow, dialog: { showMessageBox } }
})

const countOpenJobs = vi.fn(() => ({ unsent: 0, sent: 0 }))
const exit = vi.fn()
const close = vi.fn(async () => {})
const prepare = vi.fn(async () => {})

function open() {
  const window = new BrowserWindow()
  const { restart } = handleQuit(window, {
    countOpenJobs,
    hideToTray: () => false,
    beforeQuit: () => {},
    close,
    exit,
    log: memoryLog(),
  })
  const event = { preventDefault: vi.fn() }
  return {
    closeWindow: () => window.emit('close', event),
    quit: () => app.emit('before-quit', event),
    restart: () => restart({ kind: 'move', folder: '/media/disk' }, prepare),
  }
}

beforeEach(() => {
  vi.resetAllMocks()
  app.removeAllListeners()
  executeJavaScript.mockResolvedValue()
})

it.each(['closeWindow', 'quit'] as const)('%s ends Easel although the jobs can’t be counted', async (way) => {
  countOpenJobs.mockImplementation(() => {
    throw new Error('disk I/O error')
  })
  open()[way]()
  await expect.poll(() => exit.mock.calls.length).toBe(1)
  expect(close).toHaveBeenCalledOnce()
})

it('closes the studio only after the window has saved what it would save later', async () => {
  const saved = Promise.withResolvers<void>()
  executeJavaScript.mockReturnValueOnce(saved.promise)
  open().quit()
  await expect.poll(() => executeJavaScript.mock.calls).toEqual([[expect.stringContaining('pagehide')]])
  expect(close).not.toHaveBeenCalled()
  saved.resolve()
  await expect.poll(() => exit.mock.calls.length).toBe(1)
})

it('ends Easel although the window can’t save', async () => {
  executeJavaScript.mockRejectedValueOnce(new Error('The page crashed'))
  open().quit()
  await expect.poll(() => exit.mock.calls.length).toBe(1)
})

it('restarts although the jobs can’t be counted', async () => {
  countOpenJobs.mockImplementation(() => {
    throw new Error('disk I/O error')
  })
  showMessageBox.mockResolvedValueOnce({ response: 0 })
  expect(await open().restart()).toBe(true)
  await expect.poll(() => exit.mock.calls.length).toBe(1)
  expect(prepare).toHaveBeenCalledOnce()
})

it('asks again after a dialog that failed', async () => {
  countOpenJobs.mockReturnValue({ unsent: 0, sent: 0 })
  showMessageBox.mockRejectedValueOnce(new Error('no display'))
  const { restart } = open()
  await expect(restart()).rejects.toThrow('no display')
  showMessageBox.mockResolvedValueOnce({ response: 1 })
  expect(await restart()).toBe(false)
  expect(showMessageBox).toHaveBeenCalledTimes(2)
})
