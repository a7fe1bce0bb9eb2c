import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { settingsSchema, studioInfoSchema } from '../types/studio.ts'

export const studioRoutes = {
  'studio.info': defineRoute({ input: z.void(), output: studioInfoSchema }),
  'studio.dismiss_notice': defineRoute({ input: z.object({ id: z.string() }), output: z.void() }),
  'settings.get': defineRoute({ input: z.void(), output: settingsSchema }),
  'settings.set': defineRoute({ input: settingsSchema.partial(), output: settingsSchema }),
}
