/** Tells the windows and tabs of one studio apart. */
const windowId = crypto.randomUUID()

/** Id of a list on screen, for requests whose results only the latest one of that list shows. */
export const viewId = (list: string): string => `${list} ${windowId}`
