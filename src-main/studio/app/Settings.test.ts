import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { Settings } from './Settings.ts'
import { migratedDatabase } from '../testing/migratedDatabase.ts'

function setUp() {
  const database = migratedDatabase(join(temporaryFolder(), 'easel.db'))
  onTestFinished(() => database.close())
  const events: StudioEvent[] = []
  const problems: Problem[] = []
  const open = () =>
    new Settings({
      database,
      clock: fakeClock(),
      log: memoryLog(),
      emit: (event) => void events.push(event),
      report: (problem) => void problems.push(problem),
    })
  return { database, events, problems, open }
}

it('starts with the defaults and saves each change', () => {
  const { open, events } = setUp()
  const settings = open()
  const rest = {
    announceBatches: true,
    announceJobs: true,
    announceWithSound: false,
    keepAwake: false,
    stayInTray: true,
    embedParameters: true,
    favoriteModels: [],
    export: {
      names: '{date} {model} {prompt} {seed}',
      as: 'folder',
      format: 'original',
      quality: 90,
      csv: false,
      json: false,
    },
    deleteFromTrashAfterDays: null,
    gallery: { filter: '', rowHeight: 180, shape: 'justified', isStacking: false },
    recentEntries: [],
  }
  expect(settings.get()).toEqual({ ...rest, theme: 'system', saveAlternatives: true, draft: null })
  settings.set({ theme: 'dark' })
  expect(settings.set({ draft: { prompt: 'a "fox"' } })).toEqual({
    ...rest,
    theme: 'dark',
    saveAlternatives: true,
    draft: { prompt: 'a "fox"' },
  })
  settings.set({ saveAlternatives: false, theme: undefined })
  expect(open().get()).toEqual({
    ...rest,
    theme: 'dark',
    saveAlternatives: false,
    draft: { prompt: 'a "fox"' },
  })
  expect(events).toEqual([{ type: 'settings.changed' }, { type: 'settings.changed' }])
})

it('keeps the state of the gallery across restarts, without an event', () => {
  const { open, events } = setUp()
  const gallery = { filter: '?sort=price-desc', rowHeight: 240, shape: 'square', isStacking: true } as const
  open().set({ gallery })
  expect(open().get().gallery).toEqual(gallery)
  expect(events).toEqual([])
})

it('shows all results in a gallery whose stored state a later version wrote', () => {
  const { open, database } = setUp()
  database.run(`INSERT INTO settings VALUES ('gallery', ?)`, JSON.stringify({ filter: 7, shape: 'circle' }))
  expect(open().get().gallery).toMatchObject({ filter: '', shape: 'justified' })
})

it('clears a draft', () => {
  const { open } = setUp()
  open().set({ draft: [1] })
  expect(open().set({ draft: null }).draft).toBeNull()
})

it.each(['"purple"', 'not json', '7', ''])(
  'uses the default for a stored theme of %j, reports it once and can be changed',
  (value) => {
    const { open, database, problems } = setUp()
    open().set({ saveAlternatives: false })
    database.run(`INSERT INTO settings VALUES ('theme', ?)`, value)
    const settings = open()
    for (let time = 0; time < 2; time++) {
      expect(settings.get()).toMatchObject({ theme: 'system', saveAlternatives: false, draft: null })
    }
    expect(problems).toEqual([
      { code: 'rows_quarantined', money: 'none', params: { source: 'settings', count: 1 } },
    ])
    expect(settings.set({ theme: 'light' }).theme).toBe('light')
  },
)

it('does not change settings of other modules', () => {
  const { open, database } = setUp()
  database.run(`INSERT INTO settings VALUES ('current_connection', '"c-1"')`)
  expect(open().set({ theme: 'dark' })).not.toHaveProperty('current_connection')
  expect(database.get(`SELECT value FROM settings WHERE name = 'current_connection'`)).toEqual({
    value: '"c-1"',
  })
})
