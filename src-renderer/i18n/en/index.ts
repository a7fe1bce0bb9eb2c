import { common } from './common.ts'
import { create } from './create.ts'
import { files } from './files.ts'
import { gallery } from './gallery.ts'
import { jobs } from './jobs.ts'
import { media } from './media.ts'
import { problems } from './problems.ts'
import { queue } from './queue.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { speech } from './speech.ts'
import { spend } from './spend.ts'
import { stage } from './stage.ts'
import { viewers } from './viewers.ts'

/** All words of the studio in English, one file per feature. */
export const en = {
  common,
  create,
  files,
  gallery,
  jobs,
  media,
  problems,
  queue,
  settings,
  shell,
  speech,
  spend,
  stage,
  viewers,
}
