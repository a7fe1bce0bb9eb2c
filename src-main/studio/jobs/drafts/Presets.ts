import { truncate } from '../../../../src-preload/shared/truncate.ts'
import { presetErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { type Preset, presetFileSchema, presetSchema } from '../../../../src-preload/contract/types/preset.ts'
import { MAX_PRESETS } from '../../../../src-preload/constraints/limits.ts'
import { jsonColumn, parseRows, type QuarantineContext } from '../../storage/database/parseRows.ts'
import { sortedByName } from '../../../../src-preload/shared/compareNames.ts'

const rowSchema = presetSchema.extend({
  model: jsonColumn(presetSchema.shape.model).nullable(),
  values: jsonColumn(presetSchema.shape.values),
})

/** The length to which a name is cut before a number is added, so that the result is not longer than a name may be. */
const CUT_NAME_LENGTH = 90

interface Dependencies {
  context: QuarantineContext
  uuid: () => string
}

/** Parameters that the user saved under a name. */
export class Presets {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Sorted by name. An unreadable one is kept in the database but left out. */
  list(): Preset[] {
    const { context } = this.#dependencies
    const rows = context.database.all(
      'SELECT id, name, operation, model, service, form_values AS "values", picture FROM presets ORDER BY operation',
    )
    return sortedByName(parseRows(context, 'presets', rows, rowSchema))
  }

  /** Adds a preset, or replaces the one with the same id. @throws StudioError `preset_name_taken`, `presets_full`. */
  save({ id = this.#dependencies.uuid(), ...rest }: RouteInput<'presets.save'>): Preset {
    const preset = { id, ...rest }
    const { name } = preset
    const { database } = this.#dependencies.context
    if (this.#isTaken(preset))
      throw new StudioError({ code: presetErrors.nameTaken, money: 'none', params: { name } })
    const isKnown = database.get('SELECT 1 FROM presets WHERE id = ?', id) !== undefined
    this.#checkRoom(isKnown ? 0 : 1)
    this.#write(preset)
    return preset
  }

  delete(id: string): void {
    this.#dependencies.context.database.run('DELETE FROM presets WHERE id = ?', id)
  }

  /** Adds the presets of a file, all or none. @throws StudioError `preset_file_invalid`, `presets_full`. */
  import(text: string): RouteOutput<'presets.import'> {
    const { context, uuid } = this.#dependencies
    const presets = readFile(text)
    const known = this.list()
    const added: Preset[] = []
    context.database.transaction(() => {
      for (const preset of presets) {
        if ([...known, ...added].some((other) => hasSameParameters(other, preset))) continue
        const unique = { ...preset, id: uuid(), name: this.#uniqueName(preset) }
        this.#checkRoom(1)
        this.#write(unique)
        added.push(unique)
      }
    })
    return { added, existing: presets.length - added.length }
  }

  /** Whether another preset of the task has the name, even an unreadable one. */
  #isTaken({ id = '', operation, name }: { id?: string; operation: string; name: string }): boolean {
    const sql = 'SELECT 1 FROM presets WHERE operation = ? AND name_key = name_key(?) AND id <> ?'
    return this.#dependencies.context.database.get(sql, operation, name, id) !== undefined
  }

  /** The name, followed by a number if another preset has it. */
  #uniqueName({ operation, name }: Omit<Preset, 'id'>): string {
    const start = truncate(name, CUT_NAME_LENGTH)
    let unique = name
    for (let number = 2; this.#isTaken({ operation, name: unique }); number++) unique = `${start} (${number})`
    return unique
  }

  #checkRoom(added: number): void {
    const count = Number(this.#dependencies.context.database.get('SELECT count(*) AS n FROM presets')?.['n'])
    if (count + added > MAX_PRESETS)
      throw new StudioError({ code: presetErrors.full, money: 'none', params: { max: MAX_PRESETS } })
  }

  #write({ id, name, operation, model, service, values, picture }: Preset): void {
    this.#dependencies.context.database.run(
      `INSERT INTO presets (id, name, name_key, operation, model, service, form_values, picture)
         VALUES (?1, ?2, name_key(?2), ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, operation = excluded.operation, model = excluded.model,
           service = excluded.service, form_values = excluded.form_values, picture = excluded.picture`,
      id,
      name,
      operation,
      model && JSON.stringify(model),
      service,
      JSON.stringify(values),
      picture,
    )
  }
}

/** @throws StudioError `preset_file_invalid`. */
function readFile(text: string): Omit<Preset, 'id'>[] {
  try {
    return presetFileSchema.parse(JSON.parse(text)).presets
  } catch {
    throw new StudioError({ code: presetErrors.fileInvalid, money: 'none' })
  }
}

const hasSameParameters = (a: Omit<Preset, 'id'>, b: Omit<Preset, 'id'>): boolean =>
  a.operation === b.operation &&
  a.model?.slug === b.model?.slug &&
  canonical(a.values) === canonical(b.values)

const canonical = (values: Preset['values']): string =>
  JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))
