/** What helps to fill in the form: earlier prompts, favorite models, copies and prices. */
export const formTools = {
  copies: 'Copies',
  copies_help: 'Copies with different seeds',
  prompts: 'Earlier prompts',
  search_prompts: 'Search earlier prompts',
  no_prompts: 'Prompts you run appear here.',
  no_prompts_match: 'No earlier prompt matches “{{search}}”.',
  remove_prompt: 'Remove from list',
  favorite: 'Favorite: {{model}}',
  favorites: 'Favorites',
  recent_models: 'Recent',
  other_models: 'Other models',
  price_at: '{{price}} at {{time}}',
  usual_time: 'about {{time}}',
  step_hint: 'Press Alt+↑ or Alt+↓ in the field to step through them.',
} as const
