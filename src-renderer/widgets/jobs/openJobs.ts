/** Input of `jobs.list` for the unfinished jobs, at most 500. */
export const OPEN_JOBS = { scope: 'open', limit: 500, before: null } as const
