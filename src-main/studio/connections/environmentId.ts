import { createHash } from 'node:crypto'

/** The environment's connection is the same one in every run that gives the same address: its jobs and models are known again. */
export const environmentId = (address: string): string =>
  `environment-${createHash('sha256').update(address).digest('hex').slice(0, 12)}`
