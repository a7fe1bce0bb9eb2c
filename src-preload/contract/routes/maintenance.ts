import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { maintenanceStatusSchema, sizeGroupSchema } from '../types/maintenance.ts'

export const maintenanceRoutes = {
  /** What the disk space of the library is used for, without empty groups. */
  'maintenance.sizes': defineRoute({
    input: z.void(),
    output: z.object({ groups: z.array(sizeGroupSchema) }),
  }),
  /** Starts to read every file and to compare it with what was saved. Does nothing while a check or a backup runs. */
  'maintenance.check': defineRoute({ input: z.void(), output: z.void() }),
  /** The check or backup that runs, or the last one of this session. The event `maintenance.changed` announces changes. */
  'maintenance.status': defineRoute({ input: z.void(), output: maintenanceStatusSchema.nullable() }),
  'maintenance.stop': defineRoute({ input: z.void(), output: z.void() }),
}
