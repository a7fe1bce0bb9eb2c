// The look of the window: typeface, colour scales, their roles, and what holds for every element.
import '@fontsource-variable/inter/wght.css'
import '@radix-ui/colors/sand.css'
import '@radix-ui/colors/sand-dark.css'
import '@radix-ui/colors/iris.css'
import '@radix-ui/colors/iris-dark.css'
import './tokens.css'
import './global.css'
