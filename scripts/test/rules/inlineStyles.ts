const START = 'style={{'
const ENTRY = /([a-zA-Z]+):\s*(?:'([^']*)'|(-?[\d.]+))/g

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * The literal declarations of a component's inline styles as CSS; line numbers stay the same. Computed values are left out, because
 * they depend on the data.
 */
export function inlineStyles(component: string): string {
  let css = ''
  const [before = '', ...parts] = component.split(START)
  css += before.replaceAll(/[^\n]/g, '')
  for (const part of parts) {
    const end = part.indexOf('}}')
    let at = 0
    for (const { 0: entry, 1: name = '', 2: text, 3: number, index } of part.slice(0, end).matchAll(ENTRY)) {
      css += part.slice(at, index).replaceAll(/[^\n]/g, '')
      css += `${kebab(name)}: ${text ?? (number === '0' ? '0' : `${number}px`)};`
      at = index + entry.length
    }
    css += part.slice(at).replaceAll(/[^\n]/g, '')
  }
  return css
}
