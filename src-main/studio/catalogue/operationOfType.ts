import type { Operation } from './Operation.ts'
import { operations } from './operations.ts'

/** The operation behind an inference type of the models endpoint, by any of its names; undefined: not known to this studio. */
export const operationOfType = (inferenceType: string): Operation | undefined =>
  operations.find((operation) => operation.types.includes(inferenceType))
