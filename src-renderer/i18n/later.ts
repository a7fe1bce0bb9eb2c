import { later } from './en/later.ts'
import { addTexts } from './texts.ts'

// Imported by each screen that loads late, so that its words come with it.
addTexts(later)
