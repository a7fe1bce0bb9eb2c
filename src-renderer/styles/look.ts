// The look of the window: typeface, colour scales, their roles, and what holds for every element.
import '@fontsource-variable/inter/wght.css'
import '@radix-ui/colors/sand.css'
import '@radix-ui/colors/sand-dark.css'
import '@radix-ui/colors/iris.css'
import '@radix-ui/colors/iris-dark.css'
import './tokens.css'
import './global.css'
// Layouts that the first screen shares, before what each part adds to them.
import '../ui/layout/text.module.css'
import '../ui/layout/toolbar.module.css'
import '../ui/layout/field.module.css'
