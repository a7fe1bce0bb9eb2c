import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../testing/fakeClock.ts'
import { migratedDatabase } from '../../../testing/migratedDatabase.ts'
import {
  refusedOutcome,
  TOO_LARGE,
  type DownloadOutcome,
} from '../../../library/downloads/DownloadOutcome.ts'
import { preparedJob, respondOk, storedFile, testEngine, type Script } from '../testEngine.ts'

const minute = 60_000
const url = 'https://results.example/a'
const formats = { jpg: `${url}.jpg`, webp: `${url}.webp` }
const failed: DownloadOutcome = { kind: 'failed', problem: { code: 'service_unreachable', money: 'charged' } }
const full: DownloadOutcome = { kind: 'disk', problem: { code: 'disk_full', money: 'charged' } }
const diskFailed: DownloadOutcome = { kind: 'failed', problem: { code: 'disk_failed', money: 'charged' } }
const expired: DownloadOutcome = { kind: 'expired', problem: { code: 'result_expired', money: 'charged' } }
const fileOf = (from: string) => ({ ...storedFile, path: from, sha256: from.replace(url, '') || 'main' })
const downloaded = (from: string): DownloadOutcome => ({ kind: 'file', file: fileOf(from) })
const linkedText = {
  ...storedFile,
  kind: 'text',
  mime: 'text/plain',
  format: 'txt',
  sha256: 'linked',
} as const
const linked: DownloadOutcome = { kind: 'file', file: linkedText }

/** An engine whose jobs are done at once with this response. */
function worldWith(
  response: object,
  script: Partial<Script>,
  database = migratedDatabase(),
  clock = fakeClock(),
) {
  const world = testEngine(
    {
      submit: () => respondOk({ request_id: crypto.randomUUID() }),
      poll: () => respondOk({ status: 'done', ...response }),
      ...script,
    },
    database,
    preparedJob,
    { clock },
  )
  return {
    ...world,
    files: () => world.saved.map(({ role, sha256 }) => `${role} ${sha256}`),
    countCalls: (name: string) => world.calls.filter((call) => call.startsWith(name)).length,
  }
}

/** A download that hangs until `end` is called. */
function hangingDownload() {
  const { promise, resolve } = Promise.withResolvers<DownloadOutcome>()
  return { outcome: promise, end: resolve }
}

describe('the other formats of a result', () => {
  const response = { result_url: url, results_alt_formats: formats }
  const files = ['result main', 'alternative .jpg', 'alternative .webp']

  it('are saved in the next session if the user quits during their download; the result is not downloaded again', async () => {
    const database = migratedDatabase()
    const { outcome, end } = hangingDownload()
    const downloadedFile = () => fileOf(url)
    let isStarted = false
    const before = worldWith(
      response,
      {
        download: (from) => (from === formats.webp ? outcome : downloaded(from)),
        downloadedFile: () => (isStarted ? downloadedFile() : ((isStarted = true), null)),
      },
      database,
    )
    const { id } = before.enqueue()
    await before.clock.advance(minute)
    const closed = before.engine.close()
    end(failed)
    await closed
    expect(before.store.find(id)).toMatchObject({ state: 'saving', status: { alternatives: formats } })
    expect(before.calls.filter((call) => call.startsWith('discard'))).toEqual(['discard .jpg'])
    expect(before.countCalls('formats missing')).toBe(0)

    const after = worldWith(response, { download: downloaded, downloadedFile }, database)
    after.engine.start()
    await after.clock.advance(minute)
    expect(after.store.find(id)?.state).toBe('saved')
    expect(after.files()).toEqual(files)
    expect(after.calls).not.toContain(`download ${url}`)
  })

  it('are not requested after the user has quit', async () => {
    const { outcome, end } = hangingDownload()
    const world = worldWith(response, { download: () => outcome })
    const { id } = world.enqueue()
    await world.clock.advance(minute)
    const closed = world.engine.close()
    end(downloaded(url))
    await closed
    expect(world.store.find(id)?.state).toBe('saving')
    expect(world.countCalls('download')).toBe(1)
  })

  it('are saved once a full disk has space, and until then use none of it', async () => {
    let isFull = true
    let isKnown = false
    const world = worldWith(response, {
      download: (from) => (from === formats.webp && isFull ? full : downloaded(from)),
      downloadedFile: () => (isKnown ? fileOf(url) : ((isKnown = true), null)),
    })
    const { id } = world.enqueue()
    await world.clock.advance(20_000)
    expect(world.store.find(id)).toMatchObject({ state: 'saving', problem: { code: 'disk_full' } })
    expect(world.calls).toContain('disk check')
    expect(world.calls.filter((call) => call.startsWith('discard'))).toEqual(['discard .jpg'])
    isFull = false
    await world.clock.advance(minute)
    expect(world.store.find(id)).toMatchObject({ state: 'saved', problem: null })
    expect(world.files()).toEqual(files)
    expect(world.calls.filter((call) => call === `download ${url}`)).toHaveLength(1)
  })

  it('are left out and reported if they don’t fit on a usable disk three times', async () => {
    let isKnown = false
    const world = worldWith(response, {
      isDiskUsable: true,
      download: (from) => (from === formats.webp ? full : downloaded(from)),
      downloadedFile: () => (isKnown ? fileOf(url) : ((isKnown = true), null)),
    })
    const { id } = world.enqueue()
    await world.clock.advance(minute)
    expect(world.store.find(id)).toMatchObject({ state: 'saving', problem: { code: 'disk_full' } })
    await world.clock.advance(minute)
    expect(world.store.find(id)).toMatchObject({ state: 'saved', problem: null })
    expect(world.files()).toEqual(['result main', 'alternative .jpg'])
    expect(world.countCalls(`download ${formats.webp}`)).toBe(4)
    expect(world.countCalls('formats missing')).toBe(1)
  })

  it('of a text in the response leave no file behind if the user quits during their download', async () => {
    const { outcome, end } = hangingDownload()
    const world = worldWith(
      { result: 'inside', results_alt_formats: formats },
      { makesText: true, download: () => outcome },
    )
    const { id } = world.enqueue()
    await world.clock.advance(minute)
    const closed = world.engine.close()
    end(failed)
    await closed
    expect(world.store.find(id)?.state).toBe('saving')
    expect(world.calls).toContain('discard inside')
  })
})

describe('a text in the response besides a link', () => {
  const response = { result_url: url, result: 'inside' }

  it('is saved with the linked file if only the first download fails', async () => {
    const outcomes = [failed]
    const world = worldWith(response, { makesText: true, download: () => outcomes.shift() ?? linked })
    const { id } = world.enqueue()
    await world.clock.advance(minute)
    expect(world.store.find(id)?.state).toBe('saved')
    expect(world.files()).toEqual(['result linked', 'alternative inside'])
  })

  it.each([
    ['fail', failed],
    ['find no file', expired],
  ])('is saved without the linked file if all downloads of about a minute %s', async (_, outcome) => {
    const world = worldWith(response, { makesText: true, download: () => outcome })
    const { id } = world.enqueue()
    await world.clock.advance(30_000)
    expect(world.store.find(id)?.state).toBe('saving')
    await world.clock.advance(4 * minute)
    expect(world.store.find(id)?.state).toBe('saved')
    expect(world.files()).toEqual(['result inside'])
  })

  it.each([
    ['is gone', expired],
    ['can’t be downloaded', failed],
  ])('is saved at once if the linked file %s after a week without Easel', async (_, lastOutcome) => {
    const { outcome, end } = hangingDownload()
    const database = migratedDatabase()
    const before = worldWith(response, { makesText: true, download: () => outcome }, database)
    const { id } = before.enqueue()
    await before.clock.advance(minute)
    const closed = before.engine.close()
    end(failed)
    await closed
    await before.clock.advance(8 * 24 * 60 * minute)

    const script = { makesText: true, download: () => lastOutcome }
    const after = worldWith(response, script, database, before.clock)
    after.engine.start()
    await after.clock.advance(minute)
    expect(after.store.find(id)?.state).toBe('saved')
    expect(after.files()).toEqual(['result inside'])
  })

  it('does not replace the linked file because the user quits', async () => {
    const { outcome, end } = hangingDownload()
    let downloads = 0
    const world = worldWith(response, {
      makesText: true,
      download: () => (++downloads < 6 ? failed : outcome),
    })
    const { id } = world.enqueue()
    await world.clock.advance(5 * minute)
    expect(downloads).toBe(6)
    const closed = world.engine.close()
    end(failed)
    await closed
    expect(world.store.find(id)).toMatchObject({ state: 'saving', status: { resultUrl: url } })
    expect(world.files()).toEqual([])
  })

  it('is saved at once if the linked file is too large, also when the disk is full at first', async () => {
    const outcomes = [full]
    const world = worldWith(response, {
      makesText: true,
      download: () => refusedOutcome(TOO_LARGE),
      saveText: () => outcomes.shift() ?? null,
    })
    const { id } = world.enqueue()
    await world.clock.advance(20_000)
    expect(world.store.find(id)).toMatchObject({ state: 'saving', problem: { code: 'disk_full' } })
    await world.clock.advance(minute)
    expect(world.store.find(id)?.state).toBe('saved')
    expect(world.files()).toEqual(['result inside'])
  })

  it.each([
    ['is full', 'disk_full', full],
    ['fails', 'disk_failed', diskFailed],
  ])('is saved with the linked file if the disk %s at first', async (_, code, outcome) => {
    const outcomes = [outcome]
    const world = worldWith(response, {
      makesText: true,
      download: () => linked,
      saveText: () => outcomes.shift() ?? null,
    })
    const { id } = world.enqueue()
    await world.clock.advance(20_000)
    expect(world.store.find(id)).toMatchObject({ state: 'saving', problem: { code } })
    await world.clock.advance(minute)
    expect(world.store.find(id)?.state).toBe('saved')
    expect(world.files()).toEqual(['result linked', 'alternative inside'])
  })

  it('that can never be saved does not delay the linked file, and is reported', async () => {
    const damaged: DownloadOutcome = { kind: 'failed', problem: { code: 'result_damaged', money: 'charged' } }
    const world = worldWith(response, { makesText: true, download: () => linked, saveText: () => damaged })
    const { id } = world.enqueue()
    await world.clock.advance(20_000)
    expect(world.store.find(id)?.state).toBe('saved')
    expect(world.files()).toEqual(['result linked'])
    expect(world.calls).toContain(`formats missing ${id}`)
  })
})
