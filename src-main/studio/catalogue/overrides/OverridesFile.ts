import { readFileSync } from 'node:fs'
import { catalogueErrors } from '../../../../src-preload/contract/errors.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { decodeText } from '../../../../src-preload/shared/encoding/decodeText.ts'
import { systemErrorCode } from '../../storage/files/storageError.ts'
import type { Log } from '../../world.ts'
import type { Catalogue } from '../Catalogue.ts'
import { builtInOperations } from '../rows/builtInOperations.ts'
import { applyOverrides } from './applyOverrides.ts'
import {
  type OverrideError,
  type OperationOverride,
  type ParsedOverrides,
  readOverrides,
} from './readOverrides.ts'
import { type ScannedJson, scanJson } from './scanJson.ts'
import type { Notices } from '../../app/createApp.ts'

interface Dependencies {
  /** Absolute path; the file is optional. */
  path: string
  catalogue: Catalogue
  log: Log
  notices: Pick<Notices, 'add' | 'withdraw'>
  /** Called after every successful read. */
  onChange: () => void
}

type State = RouteOutput<'catalogue.overrides'>

/**
 * The file in which a user adapts the built-in operations to a service that differs from them. A file with any error is rejected as a
 * whole and reported, and the operations stay unchanged.
 */
export class OverridesFile {
  readonly #dependencies: Dependencies
  #active: State['active'] = []
  #problems: string[] = []

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  state(): State {
    return {
      path: this.#dependencies.path,
      active: this.#active,
      problems: this.#problems,
      example: exampleOverrides,
    }
  }

  /** Reads the file again. If it was deleted, its changes are undone. */
  reload(): State {
    const { catalogue, log, notices, path, onChange } = this.#dependencies
    const { overrides, errors, lineOf } = this.#read()
    const applied = applyOverrides(builtInOperations, overrides)
    this.#problems = [...errors, ...applied.errors].map((error) => formatError(error, lineOf))
    const [first] = this.#problems
    notices.withdraw(({ code }) => code === catalogueErrors.overridesInvalid)
    if (first !== undefined) {
      log.warn('The overrides file is not used', { path, problems: this.#problems })
      notices.add({
        code: catalogueErrors.overridesInvalid,
        money: 'none',
        params: { file: path, problem: first, count: this.#problems.length },
      })
      return this.state()
    }
    this.#active = [...overrides].map(([operation, override]) => ({
      operation,
      changes: describeChanges(override),
    }))
    catalogue.replace(applied.operations)
    onChange()
    return this.state()
  }

  #read(): ParsedOverrides & Pick<ScannedJson, 'lineOf'> {
    try {
      const text = decodeText(readFileSync(this.#dependencies.path))
      const scanned = scanJson(text)
      return { ...readOverrides(text, scanned), lineOf: scanned.lineOf }
    } catch (error) {
      const nothing = { overrides: new Map<string, never>(), errors: [], lineOf: () => undefined }
      if (systemErrorCode(error) === 'ENOENT') return nothing
      const reason = error instanceof Error ? error.message : String(error)
      return { ...nothing, errors: [{ path: [], message: `Easel can’t read the file: ${reason}` }] }
    }
  }
}

/** "Line 4, img2img → path: must be a path below the service URL…" */
function formatError({ path, message, line }: OverrideError, lineOf: ScannedJson['lineOf']): string {
  const lineNumber = line ?? (path.length > 0 ? lineOf(path) : undefined)
  const position = [lineNumber === undefined ? '' : `Line ${lineNumber}`, path.join(' → ')]
    .filter(Boolean)
    .join(', ')
  return position === '' ? message : `${position}: ${message}`
}

/** What an override changes, one line per value, such as "price path: images/price". */
const describeChanges = (override: OperationOverride): string[] => changeLines(override, '')

const changeLines = (value: object, prefix: string): string[] =>
  Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = prefix === '' ? key : `${prefix} ${key}`
    if (Array.isArray(inner)) return [`${name}: ${inner.map(labelOf).join(', ')}`]
    return typeof inner === 'object' && inner !== null
      ? changeLines(inner, name)
      : [`${name}: ${String(inner)}`]
  })

/** The name of a field, or its kind if it has no name. */
function labelOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  return String('name' in item ? item.name : 'kind' in item ? item.kind : '')
}

/** A valid example of an overrides file, explained in docs/operations-overrides.md. */
export const exampleOverrides = `{
  "$comment": "Easel uses its own values for everything that is not listed here.",
  "img_upscale": {
    "types": ["image-upscale"],
    "path": "images/upscales",
    "price": { "path": "images/upscales/price", "encoding": "multipart" },
    "files": { "image": { "maxBytes": 20000000, "maxSide": 4096 } }
  },
  "audiofile2txt": {
    "wire": { "audio": "file", "include_ts": "timestamps" },
    "price": { "wire": { "duration_seconds": "seconds" } },
    "files": { "audio": { "formats": ["mp3", "ogg", "wav", "flac"] } }
  },
  "txt2img": {
    "price": { "fields": ["prompt", "size", "steps", "guidance", "seed", "tiling"] },
    "fields": [{ "name": "tiling", "kind": "boolean", "section": "advanced" }]
  },
  "img2mesh": {
    "name": "Image to mesh",
    "makes": "text",
    "encoding": "multipart",
    "fields": [
      { "name": "image", "kind": "file", "media": ["image"], "required": true },
      { "name": "faces", "kind": "integer", "min": 1000, "max": 90000, "default": 20000 }
    ]
  }
}
`
