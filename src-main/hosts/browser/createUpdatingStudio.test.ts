import { expect, it, onTestFinished } from 'vitest'
import type { LibraryUpdate } from '../../../src-preload/contract/types/libraryUpdate.ts'
import { memoryLog } from '../../studio/testing/memoryLog.ts'
import { createUpdatingStudio } from './BrowserHost.ts'
import { openHost } from './testing.ts'

it('rejects each call with the progress of the update until the studio is open', async () => {
  const update: LibraryUpdate = { stage: 'step', step: 1, steps: 3, percent: 100 }
  const during = createUpdatingStudio({ started: Promise.resolve(), current: () => update })
  const log = memoryLog()
  const { host, send, headers, connect } = await openHost({ ...during, files: new Map(), log })
  onTestFinished(() => host.close())
  const session = await headers()
  const window = await connect(session)
  const updating = { code: 'library_updating', money: 'none' }
  expect(await window.call('models.refresh')).toEqual({ ok: false, error: { ...updating, update } })
  expect((await send('GET', '/media/asset/a1', session)).status).toBe(404)
  const uploadHeaders = { ...session, 'Content-Type': 'application/octet-stream' }
  const upload = await send('POST', '/media/input?name=a.png', uploadHeaders, 'bytes')
  expect(JSON.parse(upload.text)).toEqual({ ok: false, error: updating })

  host.replaceStudio({
    ...during,
    handlers: { 'models.refresh': () => Promise.resolve() },
    files: new Map(),
    log,
    redact: (response) => response,
  })
  expect(await window.call('models.refresh')).toMatchObject({ ok: true })
  expect(log.lines).toEqual([])
})
