import type { Operation } from './Operation.ts'
import { rows } from './rows/rows.ts'

/** Every operation the studio knows, as it is asked for now. */
export class Catalogue {
  #all: readonly Operation[] = rows

  /** In the order tasks are listed. */
  all(): readonly Operation[] {
    return this.#all
  }

  /** The operation with this id, or undefined. */
  find(id: string): Operation | undefined {
    return this.#all.find((operation) => operation.id === id)
  }

  /** The operation behind an inference type of the models endpoint, by any of its names; undefined: not known to this studio. */
  ofType(inferenceType: string): Operation | undefined {
    return this.#all.find((operation) => operation.types.includes(inferenceType))
  }

  /** What a model with these inference types can do. */
  ofModel(inferenceTypes: readonly string[]): Operation[] {
    return this.#all.filter((operation) =>
      modelTypes(operation).some((type) => inferenceTypes.includes(type)),
    )
  }

  /** Has all of this take the place of what is known; ids stay the same. */
  replace(all: readonly Operation[]): void {
    this.#all = all
  }
}

/** Inference types whose models can run an operation. */
export const modelTypes = ({ types, modelsOf = [] }: Operation): string[] => [...types, ...modelsOf]
