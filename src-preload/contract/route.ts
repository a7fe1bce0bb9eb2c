import type { z } from 'zod'

/** A route: schemas of its input and output, both checked at the bridge. */
export interface Route<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  input: I
  output: O
}

export const defineRoute = <I extends z.ZodType, O extends z.ZodType>(route: Route<I, O>): Route<I, O> =>
  route
