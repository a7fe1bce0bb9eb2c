import { app, ipcMain, type BrowserWindow } from 'electron'
import { borderErrors, type Envelope } from '../../../../src-preload/contract/errors.ts'
import type { StudioApi } from '../../shared/openStudioApi.ts'
import { FileCopies } from './FileCopies.ts'
import { FilePieces } from './FilePieces.ts'
import { isOurSender, readSender } from './sender.ts'

/** Handles all IPC of the window. Only messages from Easel's own page are accepted. */
export function handleIpc(window: BrowserWindow, opening: Promise<StudioApi>): void {
  const windowId = window.webContents.id

  const handle = (channel: string, listener: (...args: unknown[]) => Promise<Envelope<unknown>>): void =>
    ipcMain.handle(channel, async (event, ...args: unknown[]): Promise<Envelope<unknown>> => {
      const sender = readSender(event)
      if (isOurSender(sender, windowId)) return listener(...args)
      void opening.then(({ log }) =>
        log.warn('A message from an unknown sender was refused', { channel, sender }),
      )
      return { ok: false, error: { code: borderErrors.forbiddenSender, money: 'none' } }
    })

  handle('easel:call', async (route, input) => (await opening).call(route, input))
  handle('easel:read_media', async (place, id) => (await opening).readMedia(place, id))
  handle('easel:save_thumb', async (id, webp) => (await opening).saveThumb(id, webp))
  const files = new FilePieces(async (...file) => (await opening).addInput(...file))
  handle('easel:begin_file', (name, sourceId) => files.begin(name, sourceId))
  handle('easel:put_piece', (ticket, piece) => files.put(ticket, piece))
  handle('easel:end_file', (ticket, isComplete) => files.end(ticket, isComplete))
  const copies = new FileCopies(window.webContents, app.getPath('downloads'), async (address) =>
    (await opening).media(address, null),
  )
  handle('easel:save_file', (place, id, fileName) => copies.save(place, id, fileName))
}
