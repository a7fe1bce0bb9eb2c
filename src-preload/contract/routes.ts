import { z } from 'zod'
import { batchRoutes } from './routes/batches.ts'
import { budgetRoutes, moneyRoutes } from './routes/money.ts'
import { collectionRoutes, libraryRoutes, inputRoutes } from './routes/library.ts'
import { connectionRoutes } from './routes/connections.ts'
import { exportRoutes } from './routes/exports.ts'
import { jobRoutes, progressRoutes } from './routes/jobs.ts'
import { fileRoutes } from './routes/files.ts'
import { findRoutes } from './routes/find.ts'
import { librariesRoutes } from './routes/libraries.ts'
import { maintenanceRoutes } from './routes/maintenance.ts'
import { meaningRoutes } from './routes/meaning.ts'
import { organizeRoutes } from './routes/organize.ts'
import { presetRoutes } from './routes/presets.ts'
import { promptRoutes } from './routes/prompts.ts'
import { modelRoutes } from './routes/models.ts'
import { viewerRoutes } from './routes/viewer.ts'
import { defineRoute } from './route.ts'
import { similarRoutes } from './routes/similar.ts'
import { snippetRoutes } from './routes/snippets.ts'
import { settingsSchema, studioInfoSchema } from './types/studio.ts'

const studioRoutes = {
  'studio.info': defineRoute({ input: z.void(), output: studioInfoSchema }),
  /** Withdraws the permission to use the microphone, so that the next recording asks again; only in the desktop app. */
  'studio.forget_microphone': defineRoute({ input: z.void(), output: z.void() }),
  'studio.dismiss_notice': defineRoute({ input: z.object({ id: z.string() }), output: z.void() }),
  'settings.get': defineRoute({ input: z.void(), output: settingsSchema }),
  'settings.set': defineRoute({ input: settingsSchema.partial(), output: settingsSchema }),
}

/** All routes between the window and the studio. The window can reach nothing else. */
export const routes = {
  ...studioRoutes,
  ...connectionRoutes,
  ...modelRoutes,
  ...jobRoutes,
  ...promptRoutes,
  ...presetRoutes,
  ...snippetRoutes,
  ...batchRoutes,
  ...budgetRoutes,
  ...progressRoutes,
  ...moneyRoutes,
  ...libraryRoutes,
  ...findRoutes,
  ...organizeRoutes,
  ...similarRoutes,
  ...meaningRoutes,
  ...inputRoutes,
  ...fileRoutes,
  ...collectionRoutes,
  ...viewerRoutes,
  ...exportRoutes,
  ...maintenanceRoutes,
  ...librariesRoutes,
}

export type Routes = typeof routes
export type RouteName = keyof Routes
export type RouteInput<R extends RouteName> = z.infer<Routes[R]['input']>
export type RouteOutput<R extends RouteName> = z.infer<Routes[R]['output']>

/** A missing handler and an undeclared one are both compile errors. */
export type Handlers = { [R in RouteName]: (input: RouteInput<R>) => Promise<RouteOutput<R>> }
