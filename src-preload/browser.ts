import { type Bridge, MAX_INPUT_BYTES } from './contract/bridge.ts'
import { EventStream } from './EventStream.ts'
import { tooLarge } from './tooLarge.ts'
import type { StudioEvent } from './contract/events.ts'

/**
 * `window.easel` over HTTP and a WebSocket of our own origin. A call rejects if the host does not respond: it was stopped, or
 * this page belongs to an earlier start of it.
 */
export function createBrowserBridge(): Bridge {
  const call: Bridge['call'] = async (route, input) => {
    await stream.ready()
    const response = await fetch('/api/call', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ route, input }),
    })
    if (!response.ok) throw new Error('studio_lost')
    return response.json()
  }
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/events`
  const stream = new EventStream(address, () => missedEvents(call))
  const url: Bridge['media']['url'] = (place, id, version) =>
    `/media/${place}/${encodeURIComponent(id)}${version === undefined ? '' : `?v=${version}`}`

  return {
    call,
    onEvent: (listener) => stream.subscribe(listener),
    media: {
      url,
      read: async (place, id) => {
        const response = await fetch(url(place, id))
        if (!response.ok) throw new Error(response.status === 404 ? 'file_missing' : 'studio_lost')
        return response.arrayBuffer()
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
    saveFile: async (place, id, fileName) => {
      // The page isn't told when a download fails.
      const found = await fetch(url(place, id), { method: 'HEAD', cache: 'no-store' })
      if (found.status === 404) return { ok: false, error: { code: 'file_missing', money: 'none' } }
      if (!found.ok) throw new Error('studio_lost')
      const link = document.createElement('a')
      link.href = url(place, id)
      link.download = fileName
      link.click()
      return { ok: true, data: 'handed_over' }
    },
    takeFile: async (file, from) => {
      // Refuses the file before it is sent.
      if (file.size > MAX_INPUT_BYTES) return tooLarge
      const query = new URLSearchParams({ name: file.name, ...(from && { source: from.sourceId }) })
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

/** The number of jobs that a window can show; older jobs no longer change. */
const CATCH_UP_JOBS = 200

/** Events for a window that was disconnected: the current state of recent jobs, and invalidations for everything else. */
async function missedEvents(call: Bridge['call']): Promise<StudioEvent[]> {
  const response = await call('jobs.list', { scope: 'recent', limit: CATCH_UP_JOBS, before: null })
  const work = await call('work.progress', undefined)
  return [
    ...(response.ok ? [{ type: 'jobs.changed', jobs: response.data.jobs } as const] : []),
    ...(work.ok ? [{ type: 'progress', progress: work.data } as const] : []),
    { type: 'queue.changed' },
    { type: 'library.changed', added: 0 },
    { type: 'models.changed' },
    { type: 'connections.changed' },
    { type: 'settings.changed' },
    { type: 'balance.changed' },
  ]
}
