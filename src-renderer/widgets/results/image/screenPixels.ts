/** Pixels of the screen in one pixel of the page. */
export const screenPixels = (): number => window.devicePixelRatio || 1
