/** Distinguishable on light and dark backgrounds; the first is the accent color. */
const COLOURS = ['#6e6ade', '#0d9488', '#d97706', '#c2418c', '#3b82f6', '#65a30d', '#9a6b4f', '#64748b']
/** Dash and gap lengths in px, by size. */
const DASHES = [[], [6, 4], [2, 3], [10, 3, 2, 3], [1, 5]]

export const lineColour = (model: number): string => COLOURS[model % COLOURS.length] ?? '#6e6ade'
export const lineDash = (size: number): number[] => DASHES[size % DASHES.length] ?? []
