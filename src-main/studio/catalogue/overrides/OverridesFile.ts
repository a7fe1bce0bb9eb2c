import { readFileSync } from 'node:fs'
import { catalogueErrors } from '../../../../src-preload/contract/errors.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Log } from '../../world.ts'
import type { Catalogue } from '../Catalogue.ts'
import { rows } from '../rows/rows.ts'
import { applyOverrides } from './applyOverrides.ts'
import { changesOf } from './changesOf.ts'
import { exampleOverrides } from './exampleOverrides.ts'
import { readOverrides } from './readOverrides.ts'

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
    const { overrides, problems } = this.#read()
    const applied = applyOverrides(rows, overrides)
    this.#problems = [...problems, ...applied.problems]
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

  #read(): ReturnType<typeof readOverrides> {
    try {
      return readOverrides(readFileSync(this.#parts.path, 'utf8'))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return readOverrides('')
      const reason = error instanceof Error ? error.message : String(error)
      return { overrides: new Map(), problems: [`The file can't be read: ${reason}`] }
    }
  }
}
