/** Told apart on light and on dark ground; the first is the accent's. */
const COLOURS = ['#6e6ade', '#0d9488', '#d97706', '#c2418c', '#3b82f6', '#65a30d', '#9a6b4f', '#64748b']
/** px drawn and left out, by size. */
const DASHES = [[], [6, 4], [2, 3], [10, 3, 2, 3], [1, 5]]

export const lineColour = (model: number): string => COLOURS[model % COLOURS.length] ?? '#6e6ade'
export const lineDash = (size: number): number[] => DASHES[size % DASHES.length] ?? []
