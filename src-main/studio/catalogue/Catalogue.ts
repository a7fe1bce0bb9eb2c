import type { FieldRow, Operation } from './Operation.ts'
import { rows } from './rows/rows.ts'
import { type FileFacts, takesFile } from './FindFile.ts'

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

interface FieldUse {
  operation: Operation
  row: FieldRow
}

/** Every field that a saved file could go into: a medium as it is, a text as its words. */
export const usesOf = (
  operations: readonly Operation[],
  file: Pick<FileFacts, 'kind' | 'format'>,
): FieldUse[] =>
  operations.flatMap((operation) =>
    operation.fields.filter((row) => takes(row, file)).map((row) => ({ operation, row })),
  )

function takes(row: FieldRow, file: Pick<FileFacts, 'kind' | 'format'>): boolean {
  if (row.kind === 'file') return takesFile(row, file)
  return row.kind === 'text' && row.takesText === true && file.kind === 'text'
}
