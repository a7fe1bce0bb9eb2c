import { readFileSync } from 'node:fs'
import type { z } from 'zod'

/** Reads a JSON file and validates it. */
export const readJson = <S extends z.ZodType>(file: string, schema: S): z.infer<S> =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')))
