import { keymap } from '../../../src-preload/shared/keymap/keymap.ts'
import { sourceFiles } from './sourceFiles.ts'

/** Whether a file handles a command: it uses the commands of the scope and mentions the id without `: undefined`. */
const handles = (source: string, scope: string, id: string): boolean =>
  source.includes(`${scope}Commands`) && new RegExp(`(?<!\\w)${id}(?!\\w|: undefined)`, 'u').test(source)

/** Commands of the keymap that no file of the window handles. */
export const commandsHandled = (): string[] => {
  const sources = sourceFiles(['src-renderer']).flatMap(({ path, text }) =>
    /\.test\.|\/i18n\//u.test(path) ? [] : [text],
  )
  return Object.entries(keymap).flatMap(([scope, commands]) =>
    Object.keys(commands)
      .filter((id) => !sources.some((source) => handles(source, scope, id)))
      .map((id) => `${scope}.${id} has no handler`),
  )
}
