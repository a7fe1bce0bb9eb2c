/** The current value of a theme color, for drawing on a canvas. */
export const themeColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()
