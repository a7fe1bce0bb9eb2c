import { ipcMain } from 'electron'
import type { BrowserWindow } from 'electron'
import { borderErrors } from '../../../src-preload/contract/errors.ts'
import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { Doors } from '../shared/openDoors.ts'
import { parseMediaAddress } from '../shared/parseMediaAddress.ts'
import { isOurSender } from './isOurSender.ts'
import { readFileGiven } from './readFileGiven.ts'
import { readSender } from './readSender.ts'

/** The five doors of the window, each opened only to our own page. This is all of the IPC. */
export function answerWindow(window: BrowserWindow, opening: Promise<Doors>): void {
  const windowId = window.webContents.id

  const door = (channel: string, answer: (...args: unknown[]) => Promise<Envelope<unknown>>): void =>
    ipcMain.handle(channel, async (event, ...args: unknown[]): Promise<Envelope<unknown>> => {
      const sender = readSender(event)
      if (isOurSender(sender, windowId)) return answer(...args)
      void opening.then(({ log }) => log.warn('A message from a stranger was refused', { channel, sender }))
      return { ok: false, error: { code: borderErrors.forbiddenSender, money: 'none' } }
    })

  door('easel:call', async (route, input) => (await opening).call(route, input))
  door('easel:read_media', async (place, id) => (await opening).readMedia(place, id))
  door('easel:save_thumb', async (id, webp) => (await opening).saveThumb(id, webp))
  door('easel:take_file', async (given, name, sourceId) =>
    (await opening).takeFile(readFileGiven(given), name, sourceId),
  )
  // The page itself cannot go to another scheme; the download takes the name and the place its person chooses.
  door('easel:save_export', async (id) => {
    const address = parseMediaAddress('export', id)
    if (!address) return { ok: false, error: { code: borderErrors.invalidInput, money: 'none' } }
    window.webContents.downloadURL(`media://${address.place}/${address.id}`)
    return { ok: true, data: undefined }
  })
}
