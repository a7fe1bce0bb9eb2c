import type { FieldRow, Operation } from './Operation.ts'
import { builtInOperations } from './rows/builtInOperations.ts'
import { type FileMetadata, acceptsFile } from './FindFile.ts'
import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import type { ExpectedKind } from '../library/downloads/inspectFile.ts'

/** Every operation the studio knows, with the changes of the overrides file. */
export class Catalogue {
  #all: readonly Operation[] = builtInOperations

  /** In the order in which tasks are listed. */
  all(): readonly Operation[] {
    return this.#all
  }

  /** The operation with this id, or undefined. */
  find(id: string): Operation | undefined {
    return this.#all.find((operation) => operation.id === id)
  }

  /** The name of the task that an operation belongs to, as the user chose it: "Transcribe" for all transcriptions. */
  taskName(id: string): string {
    const operation = this.find(id)
    const task = this.find(operation?.partOf ?? id) ?? operation
    return task?.name ?? id
  }

  /** The name of the task and, for one of its operations, which one: where a list has a line for each operation. */
  operationLabel(id: string): string {
    const [task, name] = [this.taskName(id), this.find(id)?.name ?? id]
    return task === name ? task : `${task} · ${name}`
  }

  /** The operation for an inference type of the models endpoint, by any of its names; undefined when it is unknown. */
  findByType(inferenceType: string): Operation | undefined {
    return this.#all.find((operation) => operation.inferenceTypes.includes(inferenceType))
  }

  /** The operations that a model with these inference types can run. */
  findByModel(inferenceTypes: readonly string[]): Operation[] {
    return this.#all.filter((operation) =>
      runnableModelTypes(operation).some((type) => inferenceTypes.includes(type)),
    )
  }

  /** The name of the text field that results are made from, such as the prompt; undefined if they are made from files alone. */
  textField(id: string): string | undefined {
    const operation = this.find(id)
    return operation?.fields.find(({ kind, name }) => kind === 'text' && name === operation.titleField)?.name
  }

  /** The operation that makes embeddings of texts. */
  embeddingOperation(): Operation | undefined {
    return this.#all.find(({ outputKinds }) => outputKinds.includes('embedding'))
  }

  /** Replaces all operations. */
  replace(all: readonly Operation[]): void {
    this.#all = all
  }
}

/** The inference types whose models can run an operation. */
export const runnableModelTypes = ({ inferenceTypes, otherModelTypes = [] }: Operation): string[] => [
  ...inferenceTypes,
  ...otherModelTypes,
]

interface FieldUse {
  operation: Operation
  row: FieldRow
}

/** Every field that accepts a saved file: media as a file, text as the content of a text field. */
export const fieldsAccepting = (
  operations: readonly Operation[],
  file: Pick<FileMetadata, 'kind' | 'format'>,
): FieldUse[] =>
  operations.flatMap((operation) =>
    operation.fields.filter((row) => accepts(row, file)).map((row) => ({ operation, row })),
  )

function accepts(row: FieldRow, file: Pick<FileMetadata, 'kind' | 'format'>): boolean {
  if (row.kind === 'file') return acceptsFile(row, file)
  return row.kind === 'text' && row.acceptsTextFile === true && file.kind === 'text'
}

type JobOfOperation = { operation: string }

/** The kinds of result of each operation. An unknown operation may have any kind of result. */
export interface ResultKinds {
  /** Whether the results are saved as text. */
  makesText: (job: JobOfOperation) => boolean
  /** Whether a result may be an empty text, from an input without speech or text. */
  mayBeEmpty: (job: JobOfOperation) => boolean
  /** Whether a file of this kind can be a result of the job. */
  isExpected: (job: JobOfOperation, kind: AssetKind) => boolean
  /** The kind of file to expect when a result is downloaded. */
  expectedKind: (operation: string) => ExpectedKind
}

export function createResultKinds(catalogue: Catalogue): ResultKinds {
  const kindsOf = (operation: string) => catalogue.find(operation)?.outputKinds.map(savedKind) ?? null
  const makesText = ({ operation }: JobOfOperation): boolean => kindsOf(operation)?.includes('text') ?? false
  return {
    makesText,
    mayBeEmpty: ({ operation }) => catalogue.find(operation)?.outputKinds.includes('text') ?? false,
    isExpected: ({ operation }, kind) => kindsOf(operation)?.includes(kind) ?? true,
    expectedKind: (operation) => (!kindsOf(operation) ? 'any' : makesText({ operation }) ? 'text' : 'media'),
  }
}

/** The kind of file that a result is saved as: vectors are saved as text. */
const savedKind = (kind: AssetKind): AssetKind => (kind === 'embedding' ? 'text' : kind)

/** Whether an operation turns a file into another of the same kind without a prompt, such as an upscale or a background removal. */
export function isEnhancement(operation: Operation | undefined): boolean {
  const fields = operation?.fields ?? []
  const [file, ...otherFiles] = fields.filter((field) => field.kind === 'file')
  if (!file || otherFiles.length > 0 || fields.some(({ kind }) => kind === 'text')) return false
  return file.media.some((kind) => kind === operation?.outputKinds[0])
}
