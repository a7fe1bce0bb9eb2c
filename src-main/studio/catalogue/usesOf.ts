import type { FileFacts } from './FindFile.ts'
import type { FieldRow, Operation } from './Operation.ts'
import { takesFile } from './takesFile.ts'

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
