/** Physical pixels per CSS pixel. */
export const screenPixels = (): number => window.devicePixelRatio || 1
