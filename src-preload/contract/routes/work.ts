import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { progressSchema, timesSchema } from '../types/work.ts'

export const workRoutes = {
  /** The content of the last `progress` event. */
  'work.progress': defineRoute({ input: z.void(), output: progressSchema }),
  'work.times': defineRoute({ input: z.void(), output: timesSchema }),
}
