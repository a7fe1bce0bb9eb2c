import { app, ipcMain } from 'electron'
import type { BrowserWindow } from 'electron'
import { borderErrors } from '../../../src-preload/contract/errors.ts'
import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { Doors } from '../shared/openDoors.ts'
import { FileCopies } from './FileCopies.ts'
import { FilePieces } from './FilePieces.ts'
import { isOurSender } from './isOurSender.ts'
import { readSender } from './readSender.ts'

/** What the window may ask, each answered only to our own page. This is all of the IPC. */
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
  const files = new FilePieces(async (...file) => (await opening).takeFile(...file))
  door('easel:begin_file', (name, sourceId) => files.begin(name, sourceId))
  door('easel:put_piece', (ticket, piece) => files.put(ticket, piece))
  door('easel:end_file', (ticket, isWhole) => files.end(ticket, isWhole))
  const copies = new FileCopies(window.webContents, app.getPath('downloads'), async (address) =>
    (await opening).media(address, null),
  )
  door('easel:save_file', (place, id, fileName) => copies.save(place, id, fileName))
}
