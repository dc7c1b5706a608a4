import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  publicDir: 'site/public',
  define: { __BUILD_YEAR__: new Date().getFullYear() },
  build: {
    // Older Android WebViews are part of the audience.
    target: ['chrome100', 'safari15'],
    // One style sheet, because it is put into the HTML; fonts stay files, because they are not.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    // The early script asks for everything at once; nothing is left to preload from within.
    modulePreload: false,
  },
});
