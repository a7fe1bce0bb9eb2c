/** The name of a file format by its extension: "PNG", "WebP". */
export const formatName = (format: string): string =>
  format.toLowerCase() === 'webp' ? 'WebP' : format.toUpperCase()
