import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { tileSchema } from '../types/asset.ts'

export const similarRoutes = {
  /** Images that look like another one by their perceptual hashes, the most similar first. */
  'library.similar': defineRoute({
    input: z.object({ id: z.string(), limit: z.int().min(1).max(100) }),
    output: z.object({
      /** `distance`: the number of bits that differ, of 64. */
      similar: z.array(z.object({ tile: tileSchema, distance: z.int() })),
      /** How many images have no hash yet and so can't be found; 10,001 for more than 10,000. */
      missing: z.int(),
    }),
  }),
  /** Images without a perceptual hash, which the window computes, newest first. `next` is null after the last one. */
  'images.unhashed': defineRoute({
    input: z.object({ before: z.string().nullable(), limit: z.int().min(1).max(100) }),
    output: z.object({ images: z.array(tileSchema), next: z.string().nullable() }),
  }),
  /** How many images have been compared: those with a hash or without a readable one, and those that still lack it. */
  'images.hash_progress': defineRoute({
    input: z.void(),
    output: z.object({ done: z.int(), missing: z.int() }),
  }),
  /** Stores the perceptual hash of an image: 16 hexadecimal digits; null if the image can't be decoded. */
  'images.save_hash': defineRoute({
    input: z.object({
      id: z.string(),
      hash: z
        .string()
        .regex(/^[0-9a-f]{16}$/)
        .nullable(),
    }),
    output: z.void(),
  }),
}
