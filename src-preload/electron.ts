import { contextBridge, ipcRenderer } from 'electron'
import { type Bridge, MAX_INPUT_BYTES } from './contract/bridge.ts'
import type { Envelope } from './contract/errors.ts'
import type { StudioEvent } from './contract/events.ts'
import type { Asset } from './contract/types/asset.ts'
import { tooLarge } from './tooLarge.ts'

const PIECE_BYTES = 2 ** 20

const listeners = new Set<(event: StudioEvent) => void>()
// A single listener on the channel, so that the window never gets Electron's own event.
ipcRenderer.on('easel:event', (_event, event: StudioEvent) => {
  for (const listener of listeners) listener(event)
})

/** Resolves with the data of an envelope, or rejects with the code of its problem. */
async function unwrap<T>(envelope: Promise<Envelope<T>>): Promise<T> {
  const response = await envelope
  if (!response.ok) throw new Error(response.error.code)
  return response.data
}

const bridge: Bridge = {
  call: (route, input) => ipcRenderer.invoke('easel:call', route, input),
  onEvent: (listener) => {
    const ownListener = (event: StudioEvent): void => listener(event)
    listeners.add(ownListener)
    return () => {
      listeners.delete(ownListener)
    }
  },
  media: {
    url: (place, id, version) =>
      `media://${place}/${encodeURIComponent(id)}${version === undefined ? '' : `?v=${version}`}`,
    read: (place, id) => unwrap<ArrayBuffer>(ipcRenderer.invoke('easel:read_media', place, id)),
    saveThumb: (id, webp) => unwrap<void>(ipcRenderer.invoke('easel:save_thumb', id, webp)),
  },
  takeFile: async (file, from) => {
    if (file.size > MAX_INPUT_BYTES) return tooLarge
    const started: Envelope<string> = await ipcRenderer.invoke('easel:begin_file', file.name, from?.sourceId)
    if (!started.ok) return started
    const isComplete = await sendPieces(started.data, file)
    const added: Envelope<Asset> = await ipcRenderer.invoke('easel:end_file', started.data, isComplete)
    return isComplete ? added : missing
  },
  saveFile: (place, id, fileName) => ipcRenderer.invoke('easel:save_file', place, id, fileName),
}

/** Sends a file in pieces. False if it can't be read completely because it was moved, deleted or changed meanwhile. */
async function sendPieces(ticket: string, file: File): Promise<boolean> {
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    const piece = await file
      .slice(from, from + PIECE_BYTES)
      .arrayBuffer()
      .catch(() => null)
    if (!piece) return false
    const response: Envelope<boolean> = await ipcRenderer.invoke('easel:put_piece', ticket, piece)
    if (!response.ok || !response.data) break
  }
  return true
}

const missing: Envelope<never> = { ok: false, error: { code: 'file_missing', money: 'none' } }

// The host's `will-navigate` is not called for `about:blank`. Preventing it here keeps the state of the page.
navigation.addEventListener('navigate', (event) => {
  const url = URL.parse(event.destination.url)
  const isSaved = event.downloadRequest !== null && /^(media|blob):$/.test(url?.protocol ?? '')
  if (!isSaved && url?.origin !== location.origin) event.preventDefault()
})

contextBridge.exposeInMainWorld('easel', bridge)
