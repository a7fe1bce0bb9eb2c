import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { maintenanceStatusSchema, sizeGroupSchema } from '../types/maintenance.ts'

export const maintenanceRoutes = {
  /** What the disk space of the library is used for, without empty groups. */
  'maintenance.sizes': defineRoute({
    input: z.void(),
    output: z.object({ groups: z.array(sizeGroupSchema) }),
  }),
  /** Starts to read every file and to compare it with what was saved. Fails with `maintenance_running` while a check or a copy runs. */
  'maintenance.check': defineRoute({ input: z.void(), output: z.void() }),
  /**
   * Asks the user for a folder and starts to back up the whole library to it. Fails with `not_supported` in a browser, with
   * `maintenance_running` while a check or a copy runs, and with `backup_folder` if the folder is inside the library or contains it.
   */
  'maintenance.back_up': defineRoute({
    input: z.void(),
    output: z.object({ state: z.enum(['started', 'cancelled']) }),
  }),
  /** The check or copy that runs, or the last one of this session. The event `maintenance.changed` announces changes. */
  'maintenance.status': defineRoute({ input: z.void(), output: maintenanceStatusSchema.nullable() }),
  'maintenance.stop': defineRoute({ input: z.void(), output: z.void() }),
}
