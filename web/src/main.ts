import '@fontsource/cinzel/700.css';
import '@fontsource-variable/source-sans-3';
import './styles/tokens.css';
import './styles/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { language } from './i18n/text';
import { applyMotionTokens } from './browser/motion_tokens';
import { applyTablePreferences } from './browser/table_preferences';
import { guardPresses } from './ui/press_guard';
import { followTranslation } from './browser/page_translation';
import { watchForNewerPage } from './browser/newer_page';
import { registerServiceWorker } from './browser/service_worker';
import { showTheme } from './browser/theme.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app element');

// While the scripts of a page run, the line is free; later the fonts would delay what it shows.
for (const font of ['1rem "Source Sans 3 Variable"', '700 1rem Cinzel'])
  void document.fonts.load(font);

guardPresses();
followTranslation(document.body);
showTheme();
applyTablePreferences();
applyMotionTokens();

void language.ready().then(() => mount(App, { target }));
registerServiceWorker();
watchForNewerPage();
