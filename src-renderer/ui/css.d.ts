import 'react'

declare module 'react' {
  // Own custom properties in `style`.
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
