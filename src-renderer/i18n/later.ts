import { later } from './en/later.ts'
import { addWords } from './words.ts'

// Imported by each screen that loads late, so that its words come with it.
addWords(later)
