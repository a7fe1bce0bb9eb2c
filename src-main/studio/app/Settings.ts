import { z } from 'zod'
import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import { type Settings as SettingValues, settingsSchema } from '../../../src-preload/contract/types/studio.ts'
import { DEFAULT_GALLERY } from '../../../src-preload/shared/defaultGallery.ts'
import type { Emit } from '../events.ts'
import { jsonColumn, parseRows, type QuarantineContext } from '../storage/database/parseRows.ts'

const DEFAULTS: SettingValues = {
  theme: 'system',
  saveAlternatives: true,
  announceBatches: true,
  announceJobs: true,
  announceWithSound: false,
  keepAwake: false,
  stayInTray: true,
  embedParameters: true,
  deleteFromTrashAfterDays: null,
  export: {
    names: '{date} {model} {prompt} {seed}',
    as: 'folder',
    format: 'original',
    quality: 90,
    csv: false,
    json: false,
  },
  favoriteModels: [],
  draft: null,
  gallery: DEFAULT_GALLERY,
  recentEntries: [],
}
const SETTING_NAMES = settingsSchema.keyof().options
/** Settings that a window only reads when it opens, so other windows need not know of a change. */
const WINDOW_STATE: readonly (keyof SettingValues)[] = ['draft', 'gallery']

type Dependencies = QuarantineContext & { emit: Emit }

/** The user's settings, stored in the database. An unreadable value is reported and replaced by its default. */
export class Settings {
  readonly #dependencies: Dependencies
  /** The values in the database; null before they are read. */
  #values: SettingValues | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  get(): SettingValues {
    this.#values ??= this.#read()
    return this.#values
  }

  /** Changes settings. Emits an event, unless only the state of a window changed. */
  set(change: RouteInput<'settings.set'>): SettingValues {
    const { database, emit } = this.#dependencies
    const changed = SETTING_NAMES.filter((name) => change[name] !== undefined)
    database.transaction(() => {
      for (const name of changed) {
        database.run(
          'INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
          name,
          JSON.stringify(change[name]),
        )
      }
    })
    this.#values = null
    if (changed.some((name) => !WINDOW_STATE.includes(name))) emit({ type: 'settings.changed' })
    return this.get()
  }

  #read(): SettingValues {
    const rows = this.#dependencies.database.all(
      'SELECT name, value FROM settings WHERE name IN (SELECT value FROM json_each(?))',
      JSON.stringify(SETTING_NAMES),
    )
    const stored = SETTING_NAMES.flatMap((name) => {
      const row = rows.filter((candidate) => candidate['name'] === name)
      const schema = z.object({ value: jsonColumn(settingsSchema.shape[name]) })
      return parseRows(this.#dependencies, 'settings', row, schema).map(({ value }) => [name, value] as const)
    })
    return settingsSchema.parse({ ...DEFAULTS, ...Object.fromEntries(stored) })
  }
}
