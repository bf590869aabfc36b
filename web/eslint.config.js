import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// The folders of src. Each may only import folders before it in this list.
const FOLDERS = [
  'protocol',
  'wire',
  'state',
  'drawing',
  'ui',
  'settings',
  'live',
  'log',
  'turn',
  'help',
  'board',
  'motion',
  'cards',
  'players',
  'solo',
  'track',
  'prompt',
  'rules',
  'start',
  'minute',
  'lobby',
  'end',
  'table',
  'learn',
  'puzzle',
  'review',
  'explore',
  'offline',
];

const zones = FOLDERS.map((folder, index) => ({
  target: `./src/${folder}`,
  from: [
    './src/App.svelte',
    './src/main.ts',
    './src/site.ts',
    './src/mountPage.ts',
    ...FOLDERS.slice(index + 1).map((later) => `./src/${later}`),
  ],
  message: 'A folder may only import folders before it in FOLDERS (eslint.config.js).',
}));

export default tseslint.config(
  { ignores: ['node_modules', 'shots', 'public'] },
  ...tseslint.configs.recommended,
  ...svelte.configs.recommended,
  {
    // For every file, because the import rules parse components with the options of the importing file.
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // It mistakes the reason after an ignored code for further codes.
      'svelte/no-unused-svelte-ignore': 'off',
      'svelte/no-useless-mustaches': ['error', { ignoreStringEscape: true }],
      // Maps and sets are used only for local and private data; reactive data is in `$state`.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['src/**', 'tests/**'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.svelte'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'], 'svelte-eslint-parser': ['.svelte'] },
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.svelte.ts', '.svelte', '.json'] })],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-unresolved': 'error',
      'import-x/no-restricted-paths': ['error', { zones }],
    },
  },
);
