import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import { ADDRESSES } from './addresses.js';
import svelteConfig from './svelte.config.js';

const CHUNK = {
  selector: ':not(ArrowFunctionExpression) > ImportExpression',
  message: 'A chunk may fail to load: hand it to `load` of browser/chunks.svelte.ts.',
};

export default ts.config(
  { ignores: ['dist/', 'src/**/*.gen.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, svelteConfig },
    },
  },
  {
    files: ['src/**/*.ts', 'worker/**/*.ts'],
    ignores: ['**/*.test.ts', '**/paths.ts', 'src/browser/router.svelte.ts'],
    rules: { 'no-restricted-syntax': ['error', ...ADDRESSES] },
  },
  {
    files: ['**/*.svelte'],
    rules: { 'no-restricted-syntax': ['error', CHUNK, ...ADDRESSES] },
  },
  {
    rules: {
      'no-undef': 'off', // TypeScript knows every name
      'svelte/prefer-svelte-reactivity': 'off', // plain collections hold what is only looked up
      'svelte/no-useless-mustaches': 'off', // a string in braces keeps its spaces
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$' }],
      'svelte/no-unused-svelte-ignore': 'off', // it does not see the warnings of svelte-check
    },
  },
);
