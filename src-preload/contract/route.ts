import { z } from 'zod'

/** A route: schemas of its input and output, both checked at the bridge. */
export interface Route<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  input: I
  output: O
}

export const defineRoute = <I extends z.ZodType, O extends z.ZodType>(route: Route<I, O>): Route<I, O> =>
  route

/**
 * Id of the list on screen that a page is requested for. A later request with the same id replaces one that is still running, which
 * fails with `superseded`.
 */
export const listIdSchema = z.string().min(1).max(100)
