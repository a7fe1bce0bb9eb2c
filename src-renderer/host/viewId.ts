/** Distinguishes the windows and tabs of one studio. */
const windowId = crypto.randomUUID()

/** Id of a list on screen, so that its next request supersedes the previous one. */
export const viewId = (list: string): string => `${list} ${windowId}`
