import { lazyTexts } from './en/lazyTexts.ts'
import { addTexts } from './t.ts'

// Imported by each screen that loads later, so that its texts are loaded with it.
addTexts(lazyTexts)
