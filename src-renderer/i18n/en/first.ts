import { common } from './common.ts'
import { create } from './create.ts'
import { files } from './files.ts'
import { jobs } from './jobs.ts'
import { problems } from './problems.ts'
import { shell } from './shell.ts'
import { speech } from './speech.ts'

/** The English words the first screen may need, one file per feature. */
export const first = { common, create, files, jobs, problems, shell, speech }
