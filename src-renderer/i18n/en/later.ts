import { already } from './already.ts'
import { announce } from './announce.ts'
import { balance } from './balance.ts'
import { batch } from './batch.ts'
import { collections } from './collections.ts'
import { gallery } from './gallery.ts'
import { grid } from './grid.ts'
import { health } from './health.ts'
import { priceComparison } from './priceComparison.ts'
import { laterProblems } from './laterProblems.ts'
import { media } from './media.ts'
import { queue } from './queue.ts'
import { settings } from './settings.ts'
import { spend } from './spend.ts'
import { stage } from './stage.ts'
import { update } from './update.ts'
import { viewers } from './viewers.ts'

/** The English words of what loads after the first screen, one file per feature. */
export const later = {
  already,
  announce,
  balance,
  batch,
  collections,
  gallery,
  grid,
  health,
  priceComparison,
  media,
  problems: laterProblems,
  queue,
  settings,
  spend,
  stage,
  update,
  viewers,
}
