/// <reference types="node" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { typefaces } from './typefaces.ts';

// The page is built into the package, from where the server serves it; a developer's page at
// `npm run dev` asks the server that `naqala serve` has started, or the one that NAQALA_SERVER names.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), typefaces()],
  build: { outDir: '../src/naqala/server/page', emptyOutDir: true, assetsInlineLimit: 0 },
  server: {
    proxy: {
      '/api': { target: loadEnv(mode, '.', 'NAQALA_').NAQALA_SERVER ?? 'http://127.0.0.1:8420', ws: true },
    },
  },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  // A test that hangs is stopped; a slow machine is not a fault.
  test: {
    environment: 'happy-dom',
    pool: 'threads',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    testTimeout: 60_000,
  },
}));
