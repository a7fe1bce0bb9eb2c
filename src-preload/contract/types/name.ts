import { z } from 'zod'
import { MAX_NAME_LENGTH } from '../../constraints/limits.ts'

/** The name that the user gives to a batch, a collection or a saved search. */
export const nameSchema = z.string().trim().min(1).max(MAX_NAME_LENGTH)
