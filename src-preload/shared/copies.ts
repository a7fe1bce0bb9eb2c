/** The most copies of a form that one click makes. */
export const MAX_COPIES = 4
