import { type Bridge, MAX_INPUT_BYTES, INPUT_TOO_LARGE } from './contract/bridge.ts'
import { StudioSocket } from './StudioSocket.ts'
import type { StudioEvent } from './contract/events.ts'

/**
 * `window.easel` over a WebSocket of our own origin, and over HTTP for files. A call rejects if the host was stopped, or if it
 * was restarted and this page was loaded before.
 */
export function createBrowserBridge(): Bridge {
  const socketUrl = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/bridge`
  const socket = new StudioSocket(socketUrl, () => loadMissedEvents(socket.call))
  const url: Bridge['media']['url'] = (kind, id, version) =>
    `/media/${kind}/${encodeURIComponent(id)}${version === undefined ? '' : `?v=${version}`}`

  return {
    call: socket.call,
    onEvent: (listener) => socket.subscribe(listener),
    media: {
      url,
      read: async (kind, id, version) => {
        const response = await fetch(url(kind, id, version))
        if (!response.ok) throw new Error(response.status === 404 ? 'file_missing' : 'studio_lost')
        return response.blob()
      },
      saveThumb: async (id, webp) => {
        const response = await fetch(url('thumb', id), {
          method: 'PUT',
          headers: { 'Content-Type': 'image/webp' },
          body: webp,
        })
        if (!response.ok) throw new Error('thumb_refused')
      },
    },
    saveFile: async (kind, id, fileName) => {
      // The page isn't notified when a download fails.
      const response = await fetch(url(kind, id), { method: 'HEAD', cache: 'no-store' })
      if (response.status === 404) return { ok: false, error: { code: 'file_missing', money: 'none' } }
      if (!response.ok) throw new Error('studio_lost')
      const link = document.createElement('a')
      link.href = url(kind, id)
      link.download = fileName
      link.click()
      return { ok: true, data: 'handed_over' }
    },
    addInputFile: async (file, derivedFrom) => {
      // Rejects a file that is too large before it is sent.
      if (file.size > MAX_INPUT_BYTES) return INPUT_TOO_LARGE
      const query = new URLSearchParams({
        name: file.name,
        ...(derivedFrom && { source: derivedFrom.sourceId }),
      })
      const response = await fetch(`/media/input?${query}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: file,
      })
      if (!response.ok) throw new Error('studio_lost')
      return response.json()
    },
  }
}

/** More than the Create screen lists. Longer lists are requested again because of `queue.changed`. */
const CATCH_UP_JOBS = 200

/** Events that update a window after it was disconnected: the current recent jobs and progress, and invalidations for the rest. */
async function* loadMissedEvents(call: Bridge['call']): AsyncGenerator<StudioEvent> {
  const recent = await call('jobs.list', { scope: 'recent', limit: CATCH_UP_JOBS, before: null })
  if (recent.ok) yield { type: 'jobs.changed', jobs: recent.data.jobs }
  const progress = await call('progress.get', undefined)
  if (progress.ok) yield { type: 'progress', progress: progress.data }
  yield* [
    { type: 'queue.changed' },
    { type: 'library.changed', added: 0 },
    { type: 'disk.changed' },
    { type: 'exports.changed' },
    { type: 'imports.changed' },
    { type: 'models.changed' },
    { type: 'prices.changed' },
    { type: 'connections.changed' },
    { type: 'health.changed' },
    { type: 'settings.changed' },
    { type: 'snippets.changed' },
    { type: 'balance.changed' },
    { type: 'embeddings.changed' },
    { type: 'maintenance.changed' },
    { type: 'notices.withdrawn' },
  ] satisfies StudioEvent[]
}
