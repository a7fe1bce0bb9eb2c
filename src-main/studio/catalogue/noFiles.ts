import type { FindFile } from './FindFile.ts'

/** For forms and values without files. */
export const noFiles: FindFile = () => null
