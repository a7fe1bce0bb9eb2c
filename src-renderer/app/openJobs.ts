/** The question for all jobs not at rest; one shape, so that one answer serves the rail and the queue. */
export const OPEN_JOBS = { scope: 'open', limit: 500, before: null } as const
