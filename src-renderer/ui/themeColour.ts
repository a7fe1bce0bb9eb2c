/** A colour of the theme as it is now, for what is drawn rather than styled. */
export const themeColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()
