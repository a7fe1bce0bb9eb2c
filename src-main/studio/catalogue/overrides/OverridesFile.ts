import { readFileSync } from 'node:fs'
import { catalogueErrors } from '../../../../src-preload/contract/errors.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { systemCode } from '../../storage/storageFault.ts'
import type { Log } from '../../world.ts'
import type { Catalogue } from '../Catalogue.ts'
import { rows } from '../rows/rows.ts'
import { applyOverrides } from './applyOverrides.ts'
import type { Mistake, OperationOverride } from './overrideSchema.ts'
import { type OverridesRead, readOverrides } from './readOverrides.ts'
import { type ScannedJson, scanJson } from './scanJson.ts'

interface Parts {
  /** Absolute; there need not be such a file. */
  path: string
  catalogue: Catalogue
  log: Log
  report: (problem: Problem) => void
  /** After a reading that changed something. */
  onChange: () => void
}

type State = RouteOutput<'catalogue.overrides'>

/**
 * The settings file by which a person keeps up with a service that differs from the rows. Read whole or not at all: a file
 * with anything wrong in it leaves the operations as they were, and is said.
 */
export class OverridesFile {
  readonly #parts: Parts
  #active: State['active'] = []
  #problems: string[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  state(): State {
    return {
      path: this.#parts.path,
      active: this.#active,
      problems: this.#problems,
      example: exampleOverrides,
    }
  }

  /** Reads the file as it is now; where it is gone, so are its changes. */
  reload(): State {
    const { catalogue, log, report, path, onChange } = this.#parts
    const { overrides, mistakes, lineOf } = this.#read()
    const applied = applyOverrides(rows, overrides)
    this.#problems = [...mistakes, ...applied.mistakes].map((mistake) => told(mistake, lineOf))
    const [first] = this.#problems
    if (first !== undefined) {
      log.warn('The settings file of the operations is not used', { path, problems: this.#problems })
      report({
        code: catalogueErrors.overridesInvalid,
        money: 'none',
        params: { file: path, problem: first, count: this.#problems.length },
      })
      return this.state()
    }
    this.#active = [...overrides].map(([operation, override]) => ({
      operation,
      changes: changesOf(override),
    }))
    catalogue.replace(applied.operations)
    onChange()
    return this.state()
  }

  #read(): OverridesRead & Pick<ScannedJson, 'lineOf'> {
    try {
      // An editor may begin it with a byte order mark.
      const text = readFileSync(this.#parts.path, 'utf8').replace(/^\ufeff/, '')
      const scanned = scanJson(text)
      return { ...readOverrides(text, scanned), lineOf: scanned.lineOf }
    } catch (error) {
      const none = { overrides: new Map<string, never>(), mistakes: [], lineOf: () => undefined }
      if (systemCode(error) === 'ENOENT') return none
      const reason = error instanceof Error ? error.message : String(error)
      return { ...none, mistakes: [{ path: [], words: `The file can't be read: ${reason}` }] }
    }
  }
}

/** "Line 4, img2img → path: is not a path…" */
function told({ path, words, line }: Mistake, lineOf: ScannedJson['lineOf']): string {
  const at = line ?? (path.length > 0 ? lineOf(path) : undefined)
  const place = [at === undefined ? '' : `Line ${at}`, path.join(' → ')].filter(Boolean).join(', ')
  return place === '' ? words : `${place}: ${words}`
}

/** What an override changes, one line for each value, such as "price path: images/price". */
export const changesOf = (override: OperationOverride): string[] => lines(override, '')

const lines = (value: object, before: string): string[] =>
  Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = before === '' ? key : `${before} ${key}`
    if (Array.isArray(inner)) return [`${name}: ${inner.map(labelOf).join(', ')}`]
    return typeof inner === 'object' && inner !== null ? lines(inner, name) : [`${name}: ${String(inner)}`]
  })

/** A field goes by its name, or its kind where that is all it says. */
function labelOf(one: unknown): string {
  if (typeof one !== 'object' || one === null) return String(one)
  return String('name' in one ? one.name : 'kind' in one ? one.kind : '')
}

/** A settings file that could be written: what it does is said in docs/operations-overrides.md. */
export const exampleOverrides = `{
  "$comment": "Only what is named here differs from the studio's own.",
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
