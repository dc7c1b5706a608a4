import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { guides } from './scripts/build/guides.ts';
import { supabaseProject } from './scripts/build/supabase-project.ts';

export default defineConfig({
  plugins: [react(), guides()],
  publicDir: false,
  define: {
    __BUILD_YEAR__: new Date().getFullYear(),
    __SUPABASE_PROJECT__: JSON.stringify(supabaseProject(process.env)),
    // Validated by the build.
    __RETENTION_DAYS__: Number(process.env.RETENTION_DAYS) || null,
  },
  // Style sheets are named after their components, so these class names are unique and readable.
  css: {
    modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` },
  },
  build: {
    // Older Android WebViews are part of the audience.
    target: ['chrome100', 'safari15'],
    // Style sheets are inlined in the HTML; fonts stay files.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    // The document lists all chunks, so scripts have nothing to preload.
    modulePreload: false,
    // Warnings about slow plugins depend on the machine.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
