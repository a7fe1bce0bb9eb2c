import { expect, it } from 'vitest'
import { findUndirected } from './textDirection.ts'

it('finds text boxes and texts of the user without a direction', () => {
  const code = `
    <textarea value={text} onChange={(event) => set(event.target.value)} />
    <textarea dir="auto" value={text} />
    <input {...rest} aria-label={"a > b"} />
    <span className={classes(rowStyles.title, styles.title)} title={title}>{title}</span>
    <b className={textStyles.truncate}>{name}</b>`
  expect(findUndirected(code)).toEqual(['<textarea>', '<textarea>', '<input>', '<span>', '<b>'])
})

it('accepts those with one, inputs without text, and other elements', () => {
  const code = `
    <textarea dir={directionOf(text)} value={text} />
    <input type="checkbox" checked />
    <Thumb className={textStyles.truncate} />
    <p className={textStyles.note}>note</p>
    <span dir="auto" className={rowStyles.sub}>{model}</span>`
  expect(findUndirected(code)).toEqual([])
})
