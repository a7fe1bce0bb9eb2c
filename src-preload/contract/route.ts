import type { z } from 'zod'

/** One thing the window may ask of the studio: what goes in and what comes out, both checked at the border. */
export interface Route<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  input: I
  output: O
}

export const defineRoute = <I extends z.ZodType, O extends z.ZodType>(route: Route<I, O>): Route<I, O> =>
  route
