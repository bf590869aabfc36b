/// <reference types="node" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { typefaces } from './typefaces.ts';

/** Modules of the first load: all but the views that are loaded when somebody opens them. */
const FIRST_LOAD =
  /\/web\/src\/(?!learn\/|review\/|board\/PlayedPath|companion\/|rules\/|offline\/|start\/(Open|Transfer)Dialog)|\/node_modules\/(svelte|esm-env|clsx)\//;

// The build goes into the Python package, from which the server serves it; that of the mode `site` is for static hosts
// (`make site`). `npm run dev` forwards API calls to
// a local `naqala serve`, or to the server in NAQALA_SERVER.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), typefaces()],
  base: mode === 'site' ? './' : '/',
  build: {
    outDir: '../src/naqala/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      ...(mode === 'site' && { input: 'site.html' }),
      // Without this, what the views that are loaded later share with the first one is split off, which costs 4 kB.
      output: { codeSplitting: { groups: [{ name: 'main', test: FIRST_LOAD }] } },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': { target: loadEnv(mode, '.', 'NAQALA_').NAQALA_SERVER ?? 'http://127.0.0.1:8420', ws: true },
    },
  },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  // Long enough for slow machines; only a test that hangs should time out.
  test: {
    environment: 'happy-dom',
    pool: 'threads',
    isolate: false, // tests/setup.ts separates the files
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    testTimeout: 60_000,
  },
}));
