/** The request for all open jobs, shared by the rail and the queue. */
export const OPEN_JOBS = { scope: 'open', limit: 500, before: null } as const
