declare module 'react' {
  /** Allows custom properties such as `--filled` in `style`. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}

/** Joins class names and skips falsy values. */
export const classes = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
