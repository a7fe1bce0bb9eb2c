import { EventEmitter } from 'node:events'
import type { MessageBoxOptions } from 'electron'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryLog } from '../../../studio/testing/memoryLog.ts'
import { reloadAfterCrash } from './reloadAfterCrash.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const reload = vi.fn()
const confirmAndQuit = vi.fn(async () => true)
/** Answers with the label of a button, or by closing the dialog. */
const answer = vi.fn<() => string | null>(() => null)
const showMessageBox = vi.fn(async ({ buttons = [], cancelId = 0 }: MessageBoxOptions) => {
  const label = answer()
  return { response: label === null ? cancelId : buttons.indexOf(label) }
})
beforeEach(() => void vi.clearAllMocks())

/** A window whose process the test ends. */
function open() {
  const page = Object.assign(new EventEmitter(), { reload })
  reloadAfterCrash(page, { showMessageBox, confirmAndQuit, log: memoryLog() })
  return { crash: (reason = 'crashed') => page.emit('render-process-gone', {}, { reason, exitCode: 1 }) }
}

it('reloads a page that crashes, also again later', () => {
  const { crash } = open()
  crash()
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_001)
  crash()
  expect(reload).toHaveBeenCalledTimes(2)
  expect(showMessageBox).not.toHaveBeenCalled()
})

it('leaves a page whose process ends normally', () => {
  open().crash('clean-exit')
  expect(reload).not.toHaveBeenCalled()
})

it.each([
  ['clicks Reload', 'Reload'],
  ['closes the dialog', null],
])(
  'asks before it reloads a page that crashes right after a reload, and reloads it if the user %s',
  async (_what, label) => {
    const { crash } = open()
    crash()
    answer.mockReturnValueOnce(label)
    crash()
    expect(reload).toHaveBeenCalledTimes(1)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
    expect(showMessageBox).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: 'Easel’s window keeps crashing.' }),
    )
    expect(confirmAndQuit).not.toHaveBeenCalled()
  },
)

it('asks again after a page that the user has reloaded crashes at once', async () => {
  const { crash } = open()
  crash()
  const answered = Promise.withResolvers<{ response: number }>()
  showMessageBox.mockReturnValueOnce(answered.promise)
  crash()
  vi.advanceTimersByTime(60_000)
  answered.resolve({ response: 0 })
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  crash()
  expect(showMessageBox).toHaveBeenCalledTimes(2)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(3))
})

it('quits if the user clicks Quit Easel', async () => {
  const { crash } = open()
  crash()
  answer.mockReturnValueOnce('Quit Easel')
  crash()
  await vi.waitFor(() => expect(confirmAndQuit).toHaveBeenCalledOnce())
  expect(showMessageBox).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('asks again if the user keeps Easel running, because the window is still blank', async () => {
  const { crash } = open()
  crash()
  answer.mockReturnValueOnce('Quit Easel').mockReturnValueOnce('Reload')
  confirmAndQuit.mockResolvedValueOnce(false)
  crash()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(showMessageBox).toHaveBeenCalledTimes(2)
})

it('logs that it can’t ask', async () => {
  const page = Object.assign(new EventEmitter(), { reload })
  const log = memoryLog()
  reloadAfterCrash(page, { showMessageBox, confirmAndQuit, log })
  showMessageBox.mockRejectedValueOnce(new Error('no display'))
  for (const exitCode of [1, 2]) page.emit('render-process-gone', {}, { reason: 'crashed', exitCode })
  const failure = { message: 'The crash of the window could not be shown' }
  await vi.waitFor(() => expect(log.lines.at(-1)).toMatchObject(failure))
})
