import type { Operation } from './Operation.ts'
import { operations } from './operations.ts'

/** The operation with this id, or undefined. */
export const findOperation = (id: string): Operation | undefined =>
  operations.find((operation) => operation.id === id)
